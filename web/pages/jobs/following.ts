import type { Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'

/** Seconds after which a page is loaded again where no script follows the job. */
const REFRESH = 5

/**
 * Style and script of the pages of jobs. The script brings the elements with `data-live` up to date while the page has
 * one with `data-under-way`; without it, the page is loaded again.
 */
export function following ({ assets }: Frame, isUnderWay: boolean): Html {
  return html`
<link rel="stylesheet" href="${assets.jobsStyle}">
<script src="${assets.jobsScript}" type="module"></script>${isUnderWay && html`
<noscript><meta http-equiv="refresh" content="${REFRESH}"></noscript>`}`
}
