import { cardHead } from '../../card.js'
import { input, summary, type Problems } from '../../fields.js'
import { done, tokenField, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'

interface LoginFacts {
  email?: string
  /** Where to go after signing in, relative to the installation. */
  next?: string
  problems?: Problems
  /** Key of a message of success. */
  done?: string
}

export function loginPage (frame: Frame, { email = '', next = '', problems, done: name }: LoginFacts): Page {
  const { path, title, token, words } = frame
  const { signIn, signIn: { email: emailLabel, password } } = words
  return {
    name: signIn.title,
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
${cardHead(frame, signIn.title, html`<p class="brand-line">${title}</p>
`)}
${done(frame, name)}
${summary(words, problems, { email: emailLabel, password })}
<form method="post" action="${path}/login">
${tokenField(token)}<input type="hidden" name="next" value="${next}">
${input({
  name: 'email',
  label: emailLabel,
  type: 'email',
  value: email,
  autocomplete: 'username',
  isRequired: true,
  isFocused: email === '',
  problems
})}
${input({
  name: 'password',
  label: password,
  type: 'password',
  autocomplete: 'current-password',
  isRequired: true,
  isFocused: email !== '',
  problems
})}
<button class="main">${signIn.title}</button>
</form>
<p class="aside">${signIn.forgotten}</p>
</section>`
  }
}
