import { input, summary } from '../fields.js'
import { done, tokenField, type Frame, type Page } from '../frame.js'
import { html, type Html } from '../html.js'
import { roleName } from '../words.js'
import type { UserEditFacts } from './user-edit-facts.js'
import { ACCOUNT_LABELS, accountFields } from './user-form.js'
import { keysPanel } from './user-keys.js'

const PASSWORD_LABELS = { current: 'Current password', password: 'New password', repeated: 'New password again' }
const KEY_LABELS = { label: 'Label', expires: 'Expires' }

/** The sections, by the names that links to them have (docs/contract/acl.md §9). */
const TABS = [
  ['user-information', 'User information'], ['change-password', 'Password'], ['edit-keys', 'API keys']
] as const

/** One page with three tabs. Which of them is shown is in the address, so that they work without a script. */
export function userEditPage (frame: Frame, facts: UserEditFacts): Page {
  const { path, person } = frame
  const { account, message, problems } = facts
  const isSelf = person?.id === account.id
  const labels = { ...ACCOUNT_LABELS, ...PASSWORD_LABELS, ...KEY_LABELS }
  return {
    name: isSelf ? 'Your account' : account.name,
    section: isSelf ? `/admin/user/${account.id}/edit` : '/admin/user',
    content: html`${message !== undefined && done(message)}
<div class="opening"><p class="kicker">${isSelf ? 'Your account' : html`<a href="${path}/admin/user">Users</a>`}</p>
<h1>${account.name}</h1>
<p class="lead">${roleName(account.role)}${!account.isActive && html` · <strong class="off">not active</strong>`}</p>
</div>
${summary(problems, labels)}
<div class="tabs">
<nav aria-label="Sections"><ul>${TABS.map(
  ([id, name]) => html`<li><a href="#${id}" data-tab="${id}">${name}</a></li>`
)}</ul></nav>
${informationPanel(frame, facts)}
${passwordPanel(frame, facts, isSelf)}
${keysPanel(frame, facts)}
</div>`
  }
}

function informationPanel ({ path, token }: Frame, { account, fields, rights, problems }: UserEditFacts): Html {
  return html`<section class="case panel" id="user-information" aria-labelledby="user-information-heading">
<h2 id="user-information-heading">User information</h2>
<form method="post" action="${path}/admin/user/${account.id}/edit#user-information">${tokenField(token)}
${accountFields(fields ?? account, rights, problems)}
<div class="buttons"><button class="main">Save</button></div>
</form></section>`
}

function passwordPanel ({ path, token }: Frame, { account, problems }: UserEditFacts, isSelf: boolean): Html {
  return html`<section class="case panel" id="change-password" aria-labelledby="change-password-heading">
<h2 id="change-password-heading">Password</h2>
<p>${isSelf
    ? 'Wherever else you are signed in, you will be signed out.'
    : `Wherever ${account.name} is signed in, they will be signed out.`}</p>
<form method="post" action="${path}/admin/user/${account.id}/password#change-password">${tokenField(token)}
<input type="text" name="username" value="${account.email}" autocomplete="username" hidden>
${isSelf && input({
  name: 'current',
  label: PASSWORD_LABELS.current,
  type: 'password',
  autocomplete: 'current-password',
  isRequired: true,
  problems
})}
${input({
  name: 'password',
  label: PASSWORD_LABELS.password,
  type: 'password',
  autocomplete: 'new-password',
  isRequired: true,
  hint: 'At least 8 characters. A few words that only you would put together make a good one.',
  problems
})}
${input({
  name: 'repeated',
  label: PASSWORD_LABELS.repeated,
  type: 'password',
  autocomplete: 'new-password',
  isRequired: true,
  problems
})}
<div class="buttons"><button class="main">Change password</button></div>
</form></section>`
}
