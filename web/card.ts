import type { Frame } from './frame.js'
import { html, type Html, type Part } from './html.js'

/** The head of a page that stands alone: the mark, and the heading, which names the card. */
export function cardHead ({ assets }: Frame, heading: Part, above: Html | false = false): Html {
  return html`<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
${above}<h1 id="heading">${heading}</h1>`
}

/** The button to the pages for people who work on the collection, or to signing in. */
export function homeButton ({ path, person, words: { frame: words } }: Frame): Html {
  return person === undefined
    ? html`<a class="button" href="${path}/login">${words.signIn}</a>`
    : html`<a class="button" href="${path}/admin">${words.home}</a>`
}
