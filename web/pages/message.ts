import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'

/** A page that says why there is no other. */
export function messagePage ({ path, assets, person }: Frame, heading: string, text: string): Page {
  return {
    name: heading,
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
<h1 id="heading">${heading}</h1>
<p>${text}</p>
<p class="buttons">${person === undefined
? html`<a class="button main" href="${path}/login">Sign in</a>`
: html`<a
class="button main" href="${path}/admin">Home</a>`}</p>
</section>`
  }
}
