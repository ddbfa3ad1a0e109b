import type { Problems } from '../../fields.js'
import type { FormValues } from '../../form.js'
import type { Frame, Page } from '../../frame.js'
import { addPage } from '../../parts.js'
import { accountForm, firstPasswordField, type AccountRights } from './user-form.js'

interface UserAddFacts { values: FormValues, rights: AccountRights, problems?: Problems }

export function userAddPage (frame: Frame, { values, rights, problems }: UserAddFacts): Page {
  const { words } = frame
  const fields = [...accountForm(words, rights), firstPasswordField(words)]
  return addPage(frame, { name: words.users.add, section: '/admin/user', list: words.frame.users, fields, values, problems })
}
