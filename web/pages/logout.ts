import { tokenField, type Frame, type Page } from '../frame.js'
import { html } from '../html.js'

/** Asked first, because a link must not sign anybody out. */
export function logoutPage ({ path, token, person, assets }: Frame): Page {
  return {
    name: 'Sign out',
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
<h1 id="heading">Sign out?</h1>
<p>You are signed in as ${person?.name}.</p>
<form method="post" action="${path}/logout">${tokenField(token)}
<div class="buttons"><button class="main">Sign out</button><a class="button" href="${path}/admin">Stay</a></div></form>
</section>`
  }
}
