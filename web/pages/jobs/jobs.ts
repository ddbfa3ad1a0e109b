import type { JobFacts } from '../../../api/runtime/jobs/job-list.js'
import type { Frame, Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import { adminPage, time } from '../../parts.js'
import { pageLinks, type Slice } from '../../page-links.js'
import { durationOf, following, isUnderWay, jobName, progressBar, statusName } from './facts.js'

/** The page of current and past jobs, the latest first. */
export function jobsPage (frame: Frame, jobs: Slice<JobFacts>): Page {
  const { path, words } = frame
  return adminPage(frame, {
    section: 'jobs',
    lead: words.jobs.lead,
    head: following(frame, jobs.rows.some(isUnderWay)),
    content: html`${jobs.total === 0
      ? html`<p class="nothing">${words.jobs.none}</p>`
      : html`<p class="count">${words.jobs.count(jobs.total)}</p>
<ul class="jobs" id="jobs" data-live>${jobs.rows.map((job) => entry(frame, job))}</ul>`}
${pageLinks(words, jobs, (page) => `${path}/admin/job?page=${page}`)}`
  })
}

function entry (frame: Frame, job: JobFacts): Html {
  const { path, words } = frame
  const { id, owner, started, status } = job
  return html`<li class="case job is-${isUnderWay(job) ? 'under-way' : status}"${isUnderWay(job) && html` data-under-way`}>
<div class="who"><h2><a id="job-${id}" href="${path}/admin/job/${id}">${jobName(words, job)} <span class="job-number">${
  words.jobs.number(String(id))}</span></a></h2>
<p>${words.jobs.owner} ${owner?.name ?? words.jobs.nobody}</p></div>
<p class="state"><strong>${statusName(words, job)}</strong>${progressBar(words, job)}</p>
<p class="since">${time(frame, started)}<br>${durationOf(words, job)}</p>
</li>`
}
