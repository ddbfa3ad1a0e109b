import { input, select, tick, type Problems } from '../fields.js'
import { html, type Html } from '../html.js'
import { roleGuide, roleOptions } from '../words.js'

/** Values of the fields about an account. */
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

export const ACCOUNT_LABELS = {
  name: 'Name', email: 'E-mail address', role: 'Role', active: 'Active', password: 'Password'
}

/** The fields for name and e-mail address, and for role and activity where the user may change them. */
export function accountFields (
  { name, email, role, isActive }: AccountFields, rights: AccountRights, problems: Problems | undefined
): Html {
  return html`${input({
    name: 'name',
    label: ACCOUNT_LABELS.name,
    value: name,
    autocomplete: 'off',
    isRequired: true,
    maxLength: 190,
    problems
  })}
${input({
  name: 'email',
  label: ACCOUNT_LABELS.email,
  type: 'email',
  value: email,
  autocomplete: 'off',
  isRequired: true,
  maxLength: 190,
  hint: 'To sign in with. Others who have an account can see it.',
  problems
})}
${rights.role && html`${select({
  name: 'role', label: ACCOUNT_LABELS.role, options: roleOptions(rights.administrators), value: role, problems
})}
<details class="guide"><summary>What the roles may do</summary><dl>${roleGuide.map(
  ([role, may]) => html`<div><dt>${role}</dt><dd>${may}</dd></div>`
)}</dl></details>`}
${rights.active && tick(
  'active',
  'Active',
  { isTicked: isActive, hint: 'Accounts that are not active cannot sign in, and their keys do not work.' }
)}`
}
