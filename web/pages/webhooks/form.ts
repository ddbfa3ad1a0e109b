import { WEBHOOK_OPERATIONS, WEBHOOK_TYPES } from '../../../schemas/administration/webhooks.js'
import { input, tick, type Problems } from '../../fields.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { resourceName } from '../../words.js'

/** Values of the fields of a webhook. */
export interface WebhookFields {
  name: string
  address: string
  resources: readonly string[]
  operations: readonly string[]
  includesPrivate: boolean
  isActive: boolean
}

export const NEW_WEBHOOK: WebhookFields = {
  name: '', address: '', resources: [], operations: [], includesPrivate: false, isActive: true
}

/** Labels of the fields, by their names. */
export function webhookLabels ({ webhooks: { name, address, secret } }: Words): Record<string, string> {
  return { name, address, secret }
}

/** The fields of a webhook. @param isNew whether an empty secret is replaced by a random one. */
export function webhookFields (words: Words, fields: WebhookFields, isNew: boolean, problems?: Problems): Html {
  const { webhooks } = words
  const choices = (
    name: string, label: string, options: ReadonlyArray<[string, string]>, chosen: readonly string[]
  ): Html =>
    html`<fieldset><legend>${label}</legend><p class="hint">${webhooks.allHint}</p><div class="choices">${
      options.map(([value, text]) => tick(name, text, { value, isTicked: chosen.includes(value) }))}</div></fieldset>`
  return html`${input({
    name: 'name',
    label: webhooks.name,
    value: fields.name,
    isRequired: true,
    maxLength: 255,
    autocomplete: 'off',
    hint: webhooks.nameHint,
    problems
  })}
${input({
  name: 'address',
  label: webhooks.address,
  type: 'url',
  value: fields.address,
  isRequired: true,
  maxLength: 2000,
  autocomplete: 'off',
  hint: webhooks.addressHint,
  problems
})}
${choices('resources', webhooks.resources, WEBHOOK_TYPES.map((name) => [name, resourceName(words, name)]), fields.resources)}
${choices(
  'operations', webhooks.operations, WEBHOOK_OPERATIONS.map((name) => [name, webhooks.operationNames[name]]), fields.operations
)}
<fieldset>${tick('includes_private', webhooks.includesPrivate, {
  isTicked: fields.includesPrivate, hint: webhooks.includesPrivateHint
})}
${tick('active', webhooks.active, { isTicked: fields.isActive })}</fieldset>
${input({
  name: 'secret',
  label: webhooks.secret,
  autocomplete: 'off',
  hint: isNew ? webhooks.secretHint : webhooks.newSecretHint,
  problems
})}`
}
