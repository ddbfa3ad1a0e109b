import type { JobFacts } from '../../../api/runtime/jobs/job-list.js'
import { buttonForm, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import { adminPage, confirmed, fact, time } from '../../parts.js'
import { pageLinks, type Slice } from '../../page-links.js'
import { pageAddress } from '../explore/resource.js'
import { durationOf, following, isUnderWay, jobName, progressBar, statusName } from './facts.js'

export interface JobPageFacts {
  job: JobFacts
  /** Lines of the log: a moment, a space, and what happened. */
  log: Slice<string>
  problem?: string
  /** Numbers of records that an import has created and changed, and can undo. Both are 0 once it is undone. */
  undoable?: { created: number, updated: number } | undefined
  /** Name of the file of an import. */
  filename?: string | undefined
  /** Some of the records that an import has created, and their total. */
  made?: ReadonlyArray<{ id: number, isItemSet: boolean, title: string | null }>
  /** Why it has failed, from its log, in English. */
  reasons?: readonly string[]
  /** The file of an import, if it is still stored. */
  uploadId?: string | undefined
}

/** The page of one job: its progress, its log, and a button to stop it. */
export function jobPage (frame: Frame, page: JobPageFacts): Page {
  const { job, log, problem, undoable, uploadId, filename, made = [], reasons = [] } = page
  const { path, words } = frame
  const [kind, number] = [jobName(words, job), words.jobs.number(String(job.id))]
  return adminPage(frame, {
    section: 'jobs',
    name: `${kind} ${number}`,
    heading: html`${kind} <span class="job-number">${number}</span>`,
    lead: filename === undefined ? undefined : words.jobs.file(filename),
    head: following(frame, isUnderWay(job)),
    problem,
    content: html`<div id="reasons" data-live>${reasons.length > 0 && html`<div class="notice is-wrong" role="alert">${
  reasons.map((reason) => html`<p lang="en">${reason}</p>`)}</div>`}</div>
<section class="case panel" aria-label="${words.jobs.status}">
<p class="state" id="status" role="status" data-live><strong>${statusName(words, job)}</strong></p>
<div id="facts" data-live>${facts(frame, job)}</div>
<div id="stop" data-live>${isUnderWay(job) && job.status !== 'stopping' && stopping(frame, job)}</div>
<div id="outcome" data-live>${undoable !== undefined && undoable.created + undoable.updated > 0 && outcome(frame, job, undoable, made)}${
  !isUnderWay(job) && uploadId !== undefined && html`<p class="buttons"><a class="button"
href="${path}/admin/import/${uploadId}">${words.jobs.toFile}</a></p>`}</div>
</section>
<section class="present" aria-labelledby="log-heading"><h2 id="log-heading">${words.jobs.log}</h2>
<div id="log" data-live>${logLines(frame, job, log)}</div></section>`
  })
}

function facts (frame: Frame, job: JobFacts): Html {
  const { words } = frame
  const { owner, started, ended } = job
  return html`<div class="state"${isUnderWay(job) && html` data-under-way`}>${progressBar(words, job)}</div>
<dl class="facts">${fact(words.jobs.owner, owner?.name ?? words.jobs.nobody)}
${fact(words.jobs.started, time(frame, started))}
${ended !== null && fact(words.jobs.ended, time(frame, ended))}
${fact(words.jobs.duration, durationOf(words, job))}</dl>
${isUnderWay(job) && html`<p class="hint">${words.jobs.refreshes}</p>`}`
}

function stopping (frame: Frame, { id }: JobFacts): Html {
  const { words: { jobs: words } } = frame
  return confirmed(words.stop, words.stopText, buttonForm(frame, `/admin/job/${id}/stop`, words.stopJob, 'danger'))
}

function outcome (
  frame: Frame, { id }: JobFacts,
  { created, updated }: NonNullable<JobPageFacts['undoable']>, made: NonNullable<JobPageFacts['made']>
): Html {
  const { path, words: { jobs: words, imports } } = frame
  return html`<dl class="facts"><div><dt>${words.report}</dt>
<dd>${words.made(created)}</dd><dd>${words.changed(updated)}</dd></div>
${made.length > 0 && html`<div><dt>${words.first}</dt>${made.map((one) => html`<dd><a href="${
    pageAddress(path, one.isItemSet ? 'item_sets' : 'items', one.id)}">${one.title ?? imports.untitled}</a></dd>`)}</div>`}</dl>
${confirmed(words.undo, words.undoText, buttonForm(frame, `/admin/job/${id}/undo`, words.undoImport, 'danger'))}`
}

function logLines ({ path, words }: Frame, { id }: JobFacts, log: Slice<string>): Html {
  const { rows, total, first } = log
  if (total === 0) return html`<p class="nothing">${words.jobs.noLog}</p>`
  const place = words.jobs.lines(words.number(first), words.number(first + rows.length - 1), words.number(total))
  return html`${log.pages > 1 && html`<p class="count">${place}</p>`}
<ol class="log" start="${first}" lang="en">${rows.map(logLine)}</ol>
${pageLinks(words, log, (page) => `${path}/admin/job/${id}?page=${page}#log-heading`)}`
}

function logLine (line: string): Html {
  const [, moment, text] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\+00:00 (.*)$/.exec(line) ?? []
  return moment === undefined
    ? html`<li><code>${line}</code></li>`
    : html`<li><time datetime="${moment}Z">${moment.replace('T', ' ')}</time> <code>${text}</code></li>`
}
