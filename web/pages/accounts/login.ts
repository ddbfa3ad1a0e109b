import { alonePage } from '../alone.js'
import { formFields, summary, type FormField, type Problems } from '../../form.js'
import { done, postForm, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'

interface LoginFacts {
  email?: string
  /** Where to go after signing in, relative to the installation. */
  next?: string
  problems?: Problems
}

export function loginPage (frame: Frame, { email = '', next = '', problems }: LoginFacts): Page {
  const { title, words, words: { signIn, account, frame: { signIn: name } } } = frame
  const isKnown = email !== ''
  const fields: FormField[] = [
    { name: 'email', type: 'email', label: account.email, autocomplete: 'username', isRequired: true, isFocused: !isKnown },
    {
      name: 'password',
      type: 'password',
      label: account.password,
      autocomplete: 'current-password',
      isRequired: true,
      isFocused: isKnown
    }
  ]
  const above = html`<p class="brand-line">${title}</p>
`
  return alonePage(frame, { name, above }, html`${done(frame)}
${summary(words, problems, fields)}
${postForm(frame, '/login', html`<input type="hidden" name="next" value="${next}">
${formFields(fields, { email }, problems)}
<button class="main">${name}</button>`)}
<p class="aside">${signIn.forgotten}</p>`)
}

/** Requires confirmation, so that a link on another site cannot sign a user out. */
export function logoutPage (frame: Frame): Page {
  const { path, person, words: { signIn, frame: words } } = frame
  return alonePage(frame, { name: words.signOut, heading: signIn.end }, html`<p>${
    signIn.signedInAs(person?.name ?? '')}</p>
${postForm(frame, '/logout', html`<div class="buttons"><button class="main">${
  words.signOut}</button><a class="button" href="${path}/admin">${signIn.stay}</a></div>`)}`)
}
