import { formFields, type FormField, type FormValues } from '../../form.js'
import { postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html, type Part } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { adminPage } from '../../parts.js'
import { roleName } from '../../words.js'
import { accountForm, type AccountRights } from './user-form.js'
import { keyForm, keysPanel, type KeysFacts } from './user-keys.js'

/** Data for the page of one account. */
export interface UserEditFacts extends KeysFacts {
  rights: AccountRights
  /** The entered values, if they could not be saved. */
  values?: FormValues
}

function passwordForm ({ account }: Words, isSelf: boolean): FormField[] {
  const common = { type: 'password', isRequired: true } as const
  const next = { ...common, autocomplete: 'new-password' }
  return [
    ...(isSelf ? [{ ...common, name: 'current', label: account.currentPassword, autocomplete: 'current-password' }] : []),
    { ...next, name: 'password', label: account.newPassword, hint: account.newPasswordHint },
    { ...next, name: 'repeated', label: account.newPasswordAgain }
  ]
}

/** A page with three tabs. The fragment of the URL selects the tab, so that tabs work without a script. */
export function userEditPage (frame: Frame, facts: UserEditFacts): Page {
  const { person, words } = frame
  const { account, rights, resources, values, problems } = facts
  const { id, name, email, role, isActive } = account
  const isSelf = person?.id === id
  const address = `/admin/user/${id}`
  const information = accountForm(words, rights)
  const passwords = passwordForm(words, isSelf)
  const current = { 'o:name': name, 'o:email': email, 'o:role': role, 'o:is_active': isActive }
  /** The sections, by the fragments of their URLs (docs/contract/acl.md §9). */
  const tabs: ReadonlyArray<readonly [id: string, name: string, content: Part]> = [
    ['user-information', words.account.information, postForm(frame, `${address}/edit#user-information`, html`${
      formFields(information, values ?? current, problems)}
<div class="buttons"><button class="main">${words.account.save}</button></div>`)],
    ['change-password', words.account.password, html`<p>${
      isSelf ? words.account.ownSessions : words.account.otherSessions(name)}</p>
${postForm(frame, `${address}/password#change-password`, html`<input type="text" name="username" value="${email}"
autocomplete="username" hidden>
${formFields(passwords, {}, problems)}
<div class="buttons"><button class="main">${words.account.changePassword}</button></div>`)}`],
    ['edit-keys', words.keys.title, keysPanel(frame, facts)]
  ]
  return adminPage(frame, {
    ...(isSelf ? { section: 'account', kicker: words.frame.account } : { section: 'users', name }),
    heading: name,
    lead: html`${roleName(words, role)}${
      !isActive && html` · <strong class="off">${words.inSentence(words.users.notActive)}</strong>`}`,
    problems,
    fields: [...information, ...passwords, ...keyForm(words, resources)],
    content: html`<div class="tabs">
<nav aria-label="${words.account.sections}"><ul>${tabs.map(
  ([id, name]) => html`<li><a href="#${id}" data-tab="${id}">${name}</a></li>`
)}</ul></nav>
${tabs.map(panel)}
</div>`
  })
}

function panel ([id, name, content]: readonly [id: string, name: string, content: Part]): Html {
  return html`<section class="case panel" id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${name}</h2>
${content}</section>
`
}
