import { input, select, tick, type Problems } from '../../fields.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { roleGuide, roleOptions } from '../../words.js'

/** Values of the fields of an account. */
export interface AccountFields {
  name: string
  email: string
  role: string
  isActive: boolean
}

/** Which of the fields the user may change. */
export interface AccountRights {
  role: boolean
  administrators: boolean
  active: boolean
}

/** Labels of the fields, by their names. */
export function accountLabels ({ account: { name, email, role, active } }: Words): Record<string, string> {
  return { name, email, role, active }
}

/** The fields name and e-mail address, and role and activity if the user may change them. */
export function accountFields (
  words: Words, { name, email, role, isActive }: AccountFields, rights: AccountRights, problems: Problems | undefined
): Html {
  const { account } = words
  return html`${input({
    name: 'name',
    label: account.name,
    value: name,
    autocomplete: 'off',
    isRequired: true,
    maxLength: 190,
    problems
  })}
${input({
  name: 'email',
  label: account.email,
  type: 'email',
  value: email,
  autocomplete: 'off',
  isRequired: true,
  maxLength: 190,
  hint: account.emailHint,
  problems
})}
${rights.role && html`${select({
  name: 'role', label: account.role, options: roleOptions(words, rights.administrators), value: role, problems
})}
<details class="guide"><summary>${account.roleGuide}</summary><dl>${roleGuide(words).map(
  ({ name: role, may }) => html`<div><dt>${role}</dt><dd>${may}</dd></div>`
)}</dl></details>`}
${rights.active && tick(
  'active',
  account.active,
  { isTicked: isActive, hint: account.activeHint }
)}`
}
