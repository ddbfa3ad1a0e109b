import { cardHead } from '../../card.js'
import { tokenField, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'

/** Requires confirmation, so that a link on another site cannot sign a user out. */
export function logoutPage (frame: Frame): Page {
  const { path, token, person, words: { signIn, frame: words } } = frame
  return {
    name: words.signOut,
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
${cardHead(frame, signIn.end)}
<p>${signIn.signedInAs(person?.name ?? '')}</p>
<form method="post" action="${path}/logout">${tokenField(token)}
<div class="buttons"><button class="main">${words.signOut}</button><a class="button" href="${path}/admin">${signIn.stay}</a></div></form>
</section>`
  }
}
