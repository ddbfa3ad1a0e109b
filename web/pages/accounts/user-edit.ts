import { input, summary } from '../../fields.js'
import { done, tokenField, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { roleName } from '../../words.js'
import type { UserEditFacts } from './user-edit-facts.js'
import { accountFields, accountLabels } from './user-form.js'
import { keysPanel } from './user-keys.js'

/** The sections, by the fragments of their URLs (docs/contract/acl.md §9). */
const tabsOf = ({ account, keys }: Words): Array<readonly [id: string, name: string]> => [
  ['user-information', account.information], ['change-password', account.password], ['edit-keys', keys.title]
]

/** Labels of all fields of the page. */
const labelsOf = (words: Words): Record<string, string> => ({
  ...accountLabels(words),
  current: words.account.currentPassword,
  password: words.account.newPassword,
  repeated: words.account.newPasswordAgain,
  label: words.keys.label,
  expires: words.keys.expires
})

/** A page with three tabs. The fragment of the URL selects the tab, so that tabs work without a script. */
export function userEditPage (frame: Frame, facts: UserEditFacts): Page {
  const { path, person, words } = frame
  const { account, problems } = facts
  const isSelf = person?.id === account.id
  return {
    name: isSelf ? words.frame.account : account.name,
    section: isSelf ? `/admin/user/${account.id}/edit` : '/admin/user',
    content: html`${done(frame, facts.done)}
<div class="opening"><p class="kicker">${isSelf ? words.frame.account : html`<a href="${path}/admin/user">${words.frame.users}</a>`}</p>
<h1>${account.name}</h1>
<p class="lead">${roleName(words, account.role)}${!account.isActive && html` · <strong class="off">${words.inSentence(words.users.notActive)}</strong>`}</p>
</div>
${summary(words, problems, labelsOf(words))}
<div class="tabs">
<nav aria-label="${words.account.sections}"><ul>${tabsOf(words).map(
  ([id, name]) => html`<li><a href="#${id}" data-tab="${id}">${name}</a></li>`
)}</ul></nav>
${informationPanel(frame, facts)}
${passwordPanel(frame, facts, isSelf)}
${keysPanel(frame, facts)}
</div>`
  }
}

function informationPanel (
  { path, token, words }: Frame, { account, fields, rights, problems }: UserEditFacts
): Html {
  return html`<section class="case panel" id="user-information" aria-labelledby="user-information-heading">
<h2 id="user-information-heading">${words.account.information}</h2>
<form method="post" action="${path}/admin/user/${account.id}/edit#user-information">${tokenField(token)}
${accountFields(words, fields ?? account, rights, problems)}
<div class="buttons"><button class="main">${words.account.save}</button></div>
</form></section>`
}

function passwordPanel (
  { path, token, words: { account: words } }: Frame, { account, problems }: UserEditFacts, isSelf: boolean
): Html {
  return html`<section class="case panel" id="change-password" aria-labelledby="change-password-heading">
<h2 id="change-password-heading">${words.password}</h2>
<p>${isSelf ? words.ownSessions : words.otherSessions(account.name)}</p>
<form method="post" action="${path}/admin/user/${account.id}/password#change-password">${tokenField(token)}
<input type="text" name="username" value="${account.email}" autocomplete="username" hidden>
${isSelf && input({
  name: 'current',
  label: words.currentPassword,
  type: 'password',
  autocomplete: 'current-password',
  isRequired: true,
  problems
})}
${input({
  name: 'password',
  label: words.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  isRequired: true,
  hint: words.newPasswordHint,
  problems
})}
${input({
  name: 'repeated',
  label: words.newPasswordAgain,
  type: 'password',
  autocomplete: 'new-password',
  isRequired: true,
  problems
})}
<div class="buttons"><button class="main">${words.changePassword}</button></div>
</form></section>`
}
