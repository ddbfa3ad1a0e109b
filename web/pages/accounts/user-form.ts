import { select, tick, type FormField, type FormValues, type Problems } from '../../form.js'
import { html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { roleOptions } from '../../words.js'
import type { Frame, Page } from '../../frame.js'
import { addPage } from '../../parts.js'

const NAME_MAX_CHARACTERS = 190

/** The fields of an account that the user may change. */
export interface AccountRights {
  role: boolean
  administrators: boolean
  active: boolean
}

export function accountForm (words: Words, { role, administrators, active }: AccountRights): FormField[] {
  const { account: own } = words
  const text = { autocomplete: 'off', isRequired: true, maxLength: NAME_MAX_CHARACTERS }
  const below = html`
<details class="guide"><summary>${own.roleGuide}</summary><dl>${Object.values(words.roles).map(
  ({ name, may }) => html`<div><dt>${name}</dt><dd>${may}</dd></div>`
)}</dl></details>`
  return [
    { name: 'name', key: 'o:name', label: own.name, ...text },
    { name: 'email', key: 'o:email', type: 'email', label: own.email, hint: own.emailHint, ...text },
    ...(role ? [select('role', own.role, roleOptions(words, administrators), { key: 'o:role', below })] : []),
    ...(active ? [tick('active', own.active, { key: 'o:is_active', hint: own.activeHint })] : [])
  ]
}

/** The field for the password of a new account. */
function firstPasswordField ({ account }: Words): FormField {
  return {
    name: 'password',
    type: 'password',
    label: account.password,
    hint: account.firstPasswordHint,
    autocomplete: 'new-password'
  }
}

interface UserAddFacts { values: FormValues, rights: AccountRights, problems?: Problems | undefined }

export function userAddPage (frame: Frame, { values, rights, problems }: UserAddFacts): Page {
  const { words } = frame
  const fields = [...accountForm(words, rights), firstPasswordField(words)]
  return addPage(frame, { section: 'users', name: words.users.add, fields, values, problems })
}
