import { input, summary, type Problems } from '../fields.js'
import { tokenField, type Frame, type Page } from '../frame.js'
import { html } from '../html.js'
import { ACCOUNT_LABELS, accountFields, type AccountFields, type AccountRights } from './user-form.js'

export interface UserAddFacts {
  fields: AccountFields
  rights: AccountRights
  problems?: Problems
}

export function userAddPage ({ path, token }: Frame, { fields, rights, problems }: UserAddFacts): Page {
  return {
    name: 'Add a user',
    section: '/admin/user',
    content: html`<div class="opening"><p class="kicker"><a href="${path}/admin/user">Users</a></p><h1>Add a user</h1>
</div>
${summary(problems, ACCOUNT_LABELS)}
<form class="case panel" method="post" action="${path}/admin/user/add">${tokenField(token)}
${accountFields(fields, rights, problems)}
${input({
  name: 'password',
  label: ACCOUNT_LABELS.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 8 characters. Without one the account can be used with API keys only, until it is given a password.',
  problems
})}
<div class="buttons"><button class="main">Add</button><a class="button" href="${path}/admin/user">Cancel</a></div>
</form>`
  }
}
