import type { Frame } from './frame.js'
import { html, type Html, type Part } from './html.js'

/** The head of a page without a menu: the logo, and the heading, which is the accessible name of the card. */
export function cardHead ({ assets }: Frame, heading: Part, above: Html | false = false): Html {
  return html`<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
${above}<h1 id="heading">${heading}</h1>`
}

/** A button to the administration for a user who is signed in, otherwise to the sign-in page. */
export function homeButton ({ path, person, words: { frame: words } }: Frame): Html {
  return person === undefined
    ? html`<a class="button" href="${path}/login">${words.signIn}</a>`
    : html`<a class="button" href="${path}/admin">${words.home}</a>`
}
