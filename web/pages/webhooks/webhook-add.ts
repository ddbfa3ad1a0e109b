import { summary, type Problems } from '../../fields.js'
import { tokenField, type Frame, type Page } from '../../frame.js'
import { html } from '../../html.js'
import { WEBHOOKS } from './facts.js'
import { webhookFields, webhookLabels, type WebhookFields } from './form.js'

export interface WebhookAddFacts { fields: WebhookFields, problems?: Problems }

export function webhookAddPage ({ path, token, words }: Frame, { fields, problems }: WebhookAddFacts): Page {
  const { account, webhooks } = words
  return {
    name: webhooks.add,
    section: WEBHOOKS,
    content: html`<div class="opening"><p class="kicker"><a href="${path}${WEBHOOKS}">${webhooks.title}</a></p>
<h1>${webhooks.add}</h1></div>
${summary(words, problems, webhookLabels(words))}
<form class="case panel" method="post" action="${path}${WEBHOOKS}/add">${tokenField(token)}
${webhookFields(words, fields, true, problems)}
<div class="buttons"><button class="main">${account.add}</button><a class="button" href="${path}${WEBHOOKS}">${
  account.cancel}</a></div>
</form>`
  }
}
