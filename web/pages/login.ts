import { input, summary, type Problems } from '../fields.js'
import { done, tokenField, type Frame, type Page } from '../frame.js'
import { html } from '../html.js'

export interface LoginFacts {
  email?: string
  /** Where to go after signing in, below the path. */
  next?: string
  problems?: Problems
  message?: string | undefined
}

const LABELS = { email: 'E-mail address', password: 'Password' }

export function loginPage (
  { path, title, assets, token }: Frame, { email = '', next = '', problems, message }: LoginFacts
): Page {
  return {
    name: 'Sign in',
    isAlone: true,
    content: html`<section class="case" aria-labelledby="heading">
<img class="mark" src="${assets.mark}" width="72" height="72" alt="">
<p class="brand-line">${title}</p>
<h1 id="heading">Sign in</h1>
${message !== undefined && done(message)}
${summary(problems, LABELS)}
<form method="post" action="${path}/login">
${tokenField(token)}<input type="hidden" name="next" value="${next}">
${input({
  name: 'email',
  label: LABELS.email,
  type: 'email',
  value: email,
  autocomplete: 'username',
  isRequired: true,
  isFocused: email === '',
  problems
})}
${input({
  name: 'password',
  label: LABELS.password,
  type: 'password',
  autocomplete: 'current-password',
  isRequired: true,
  isFocused: email !== '',
  problems
})}
<button class="main">Sign in</button>
</form>
<p class="aside">Password forgotten? Whoever manages the accounts here can give you a new one.</p>
</section>`
  }
}
