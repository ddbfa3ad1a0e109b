import { html } from '../../html.js'
import type { Frame, Page } from '../../frame.js'
import { searchBox } from './controls.js'
import { explorePage } from './page.js'
import { stateOf } from './state.js'

/** An error page of the public pages, with links to continue. */
export function exploreMessage (frame: Frame, heading: string, text: string): Page {
  const { path, start = '', words, person } = frame
  return explorePage(frame, {
    name: heading,
    canonical: start,
    isIndexed: false,
    content: html`<section class="case panel missing" aria-labelledby="heading"><h1 id="heading">${heading}</h1>
<p>${text}</p>${searchBox(frame, start, stateOf({}))}
<p class="buttons"><a class="button" href="${start}">${words.explore.toCollection}</a>${person === undefined &&
  html`<a class="button quiet" href="${path}/login">${words.frame.signIn}</a>`}</p></section>`
  })
}
