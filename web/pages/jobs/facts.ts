import type { JobFacts } from '../../../api/runtime/jobs/job-list.js'
import type { Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'

/** The name of a kind of job; for one of the embedding application, the last part of its class. */
export function jobName ({ jobs: { classes } }: Words, { name }: Pick<JobFacts, 'name'>): string {
  const last = name.slice(name.lastIndexOf('\\') + 1)
  return Object.hasOwn(classes, last) ? classes[last as keyof typeof classes] : last
}

export function statusName ({ jobs: { statuses, unknown } }: Words, { status }: Pick<JobFacts, 'status'>): string {
  return status !== null && Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : unknown
}

/** Whether a job has not ended yet. */
export function isUnderWay ({ status }: Pick<JobFacts, 'status'>): boolean {
  return status === 'starting' || status === 'in_progress' || status === 'stopping'
}

/** The progress bar of a job; indeterminate while the job waits. */
export function progressBar (words: Words, job: JobFacts): Html | false {
  if (!isUnderWay(job)) return false
  const { progress, status } = job
  const percent = `${words.number(progress)} %`
  return html`<progress max="100"${status !== 'starting' && html` value="${progress}"`}
aria-label="${words.jobs.progress}">${percent}</progress>${
    status !== 'starting' && html` <span class="percent">${percent}</span>`}`
}

/** How long a job took, or has been running. */
export function durationOf (words: Words, { started, ended }: JobFacts): string {
  return words.duration(Math.max(0, (ended ?? Math.floor(Date.now() / 1000)) - started))
}

/** Seconds after which a browser without scripts reloads the page. */
const REFRESH_SECONDS = 5

/**
 * The script of the pages of jobs. It updates the elements with `data-live` while the page has an element with
 * `data-under-way`; without scripts, the browser reloads the page.
 */
export function following ({ assets }: Frame, isUnderWay: boolean): Html {
  return html`
<script src="${assets.jobsScript}" type="module"></script>${isUnderWay && html`
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}`
}
