import { input, summary, type Problems } from '../../fields.js'
import { tokenField, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'
import { accountFields, accountLabels, type AccountFields, type AccountRights } from './user-form.js'

interface UserAddFacts {
  fields: AccountFields
  rights: AccountRights
  problems?: Problems
}

export function userAddPage ({ path, token, words }: Frame, { fields, rights, problems }: UserAddFacts): Page {
  const { account, users } = words
  return {
    name: users.add,
    section: '/admin/user',
    content: html`<div class="opening"><p class="kicker"><a href="${path}/admin/user">${words.frame.users}</a></p><h1>${
  users.add}</h1></div>
${summary(words, problems, { ...accountLabels(words), password: account.password })}
<form class="case panel" method="post" action="${path}/admin/user/add">${tokenField(token)}
${accountFields(words, fields, rights, problems)}
${input({
  name: 'password',
  label: account.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: account.firstPasswordHint,
  problems
})}
<div class="buttons"><button class="main">${account.add}</button><a class="button" href="${path}/admin/user">${account.cancel}</a></div>
</form>`
  }
}
