import type { Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'

/** Seconds after which a browser without scripts reloads the page. */
const REFRESH_SECONDS = 5

/**
 * Style and script of the pages of jobs. The script updates the elements with `data-live` while the page has
 * an element with `data-under-way`; without scripts, the browser reloads the page.
 */
export function following ({ assets }: Frame, isUnderWay: boolean): Html {
  return html`
<link rel="stylesheet" href="${assets.jobsStyle}">
<script src="${assets.jobsScript}" type="module"></script>${isUnderWay && html`
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`}`
}
