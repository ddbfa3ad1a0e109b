import { WEBHOOK_OPERATIONS, WEBHOOK_TYPES, type Webhook } from '../../../schemas/administration/webhooks.js'
import { choices, tick, type FormField, type FormValues, type Problems } from '../../form.js'
import type { Frame, Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { addPage, adminPage, secondsOf, time } from '../../parts.js'
import { resourceName } from '../../words.js'

/** Address of the pages of webhooks, relative to the installation. */
export const WEBHOOKS = '/admin/webhooks'

/** The fields of a webhook. @param isNew whether an empty secret is replaced by a random one. */
export function webhookForm (words: Words, isNew: boolean): FormField[] {
  const { webhooks: own, account, resources } = words
  const text = { isRequired: true, autocomplete: 'off' }
  return [
    { name: 'name', key: 'o:label', label: account.name, hint: own.nameHint, maxLength: 255, ...text },
    { name: 'address', key: 'vitrine:address', type: 'url', label: own.address, hint: own.addressHint, maxLength: 2000, ...text },
    choices('resources', resources.resources, WEBHOOK_TYPES.map((name) => [name, resourceName(words, name)]), {
      key: 'vitrine:resources', hint: own.allHint
    }),
    choices('operations', own.operations, WEBHOOK_OPERATIONS.map((name) => [name, own.operationNames[name]]), {
      key: 'vitrine:operations', hint: own.allHint
    }),
    tick('includes_private', own.includesPrivate, { key: 'vitrine:includes_private', hint: own.includesPrivateHint }),
    tick('active', own.states.on, { key: 'o:is_active' }),
    {
      name: 'secret',
      key: 'vitrine:secret',
      label: own.secret,
      autocomplete: 'off',
      hint: isNew ? own.secretHint : own.newSecretHint,
      isSecret: true
    }
  ]
}

export interface WebhookAddFacts { values: FormValues, problems?: Problems | undefined }

export function webhookAddPage (frame: Frame, { values, problems }: WebhookAddFacts): Page {
  const { words } = frame
  return addPage(frame, { section: 'webhooks', name: words.webhooks.add, fields: webhookForm(words, true), values, problems })
}

/** Whether a webhook is on, or why not. */
function stateOf (webhook: Webhook): 'on' | 'off' | 'gone' | 'failing' {
  return webhook['o:is_active'] ? 'on' : webhook['vitrine:problem'] ?? 'off'
}

export function stateName ({ webhooks: { states } }: Words, webhook: Webhook): string {
  return states[stateOf(webhook)]
}

export function webhooksPage (frame: Frame, webhooks: readonly Webhook[]): Page {
  const { path, words: { webhooks: own } } = frame
  return adminPage(frame, {
    section: 'webhooks',
    lead: own.lead,
    action: html`<a class="button main" href="${path}${WEBHOOKS}/add">${own.add}</a>`,
    content: html`${webhooks.length === 0
      ? html`<p class="nothing">${own.none}</p>`
      : html`<p class="count">${own.count(webhooks.length)}</p>
<ul class="jobs">${webhooks.map((webhook) => entry(frame, webhook))}</ul>`}`
  })
}

function entry (frame: Frame, webhook: Webhook): Html {
  const { path, words } = frame
  const state = stateOf(webhook)
  const failing = webhook['vitrine:failing_since']
  const look = state === 'on' ? failing === null ? 'completed' : 'under-way' : state === 'off' ? 'stopped' : 'error'
  return html`<li class="case job is-${look}">
<div class="who"><h2><a href="${path}${WEBHOOKS}/${webhook['o:id']}">${webhook['o:label']}</a></h2>
<p><code>${webhook['vitrine:address']}</code></p></div>
<p class="state"><strong>${stateName(words, webhook)}</strong></p>
<p class="since">${failing !== null && html`${words.webhooks.failingSince} <br>${time(frame, secondsOf(failing['@value']))}`}</p>
</li>`
}
