import { cardHead, homeButton } from '../card.js'
import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'

/** The page at the start address of an installation without public pages. */
export function startPage (frame: Frame): Page {
  const { path, title, words: { start } } = frame
  return {
    name: start.title,
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
${cardHead(frame, title)}
<p>${start.lead}</p>
<p class="buttons"><a class="button main" href="${path}/api">API</a>
<a class="button" href="${path}/api-docs">${start.documentation}</a>
${homeButton(frame)}</p>
</section>`
  }
}
