import type { Webhook, WebhookDelivery } from '../../../schemas/administration/webhooks.js'
import { formFields, type FormValues, type Problems } from '../../form.js'
import { buttonForm, postForm, type Frame, type Page } from '../../frame.js'
import { html, type Html, type Part } from '../../html.js'
import { pageLinks, type Slice } from '../../page-links.js'
import { about, adminPage, confirmed, fact, secondsOf, time } from '../../parts.js'
import { secret } from '../accounts/user-keys.js'
import { stateName, webhookForm, WEBHOOKS } from './webhooks.js'

export interface WebhookFacts {
  webhook: Webhook
  deliveries: Slice<WebhookDelivery>
  /** The entered values, if they were refused. */
  values?: FormValues
  problems?: Problems
  /** Why another form was refused. */
  problem?: string
  /** Shown once, after the webhook was created. */
  secret?: string | undefined
}

/** The page of one webhook: its state, its secret (once), forms to change it, and its deliveries. */
export function webhookPage (frame: Frame, facts: WebhookFacts): Page {
  const { words, words: { webhooks: own, account } } = frame
  const { webhook, problem, problems, values = webhook } = facts
  const fields = webhookForm(words, false)
  const label = webhook['o:label']
  return adminPage(frame, {
    section: 'webhooks',
    name: label,
    problem,
    problems,
    fields,
    content: html`${facts.secret !== undefined && html`<div class="label made" role="status"><h3>${own.ready(label)}</h3>
<p>${own.keep}</p>
<dl>${secret(frame, 'made-secret', own.secret, facts.secret)}</dl></div>`}
<section class="case panel" aria-label="${words.jobs.status}">
<p class="state"><strong>${stateName(words, webhook)}</strong></p>
${state(frame, webhook)}
<div class="buttons">${switching(frame, webhook)}${action(frame, webhook, 'test', own.test)}</div>
<details${problems !== undefined && html` open`}><summary>${own.change}</summary>${
  postForm(frame, `${WEBHOOKS}/${webhook['o:id']}/edit`, html`${formFields(fields, { ...values }, problems)}
<div class="buttons"><button class="main">${account.save}</button></div>`)}</details>
${confirmed(own.remove, own.removeText, action(frame, webhook, 'delete', own.removeWebhook, 'danger'))}
</section>
<section class="present" aria-labelledby="deliveries"><h2 id="deliveries">${own.deliveries}</h2>
${log(frame, facts)}</section>`
  })
}

function state (frame: Frame, webhook: Webhook): Html {
  const { words, words: { webhooks: own } } = frame
  const { 'vitrine:problem': reason, 'vitrine:failing_since': failing } = webhook
  return html`${reason !== null && html`<p class="problem">${own.problems[reason]}</p>`}
<dl class="facts">${fact(own.address, html`<code>${webhook['vitrine:address']}</code>`)}
${failing !== null && fact(own.failingSince, time(frame, secondsOf(failing['@value'])))}
${fact(own.position, words.number(webhook['vitrine:position']))}</dl>`
}

function action (
  frame: Frame, webhook: Webhook, name: string, label: Part, kind?: string, hidden?: Record<string, string>
): Html {
  return buttonForm(frame, `${WEBHOOKS}/${webhook['o:id']}/${name}`, label, kind, hidden)
}

function switching (frame: Frame, webhook: Webhook): Html {
  const { webhooks: own } = frame.words
  return webhook['o:is_active']
    ? action(frame, webhook, 'active', own.turnOff, 'quiet', { value: '0' })
    : action(frame, webhook, 'active', own.turnOn, 'main', { value: '1' })
}

function log (frame: Frame, { webhook, deliveries }: WebhookFacts): Html {
  const { path, words } = frame
  if (deliveries.total === 0) return html`<p class="nothing">${words.webhooks.noDeliveries}</p>`
  return html`<ul class="jobs">${deliveries.rows.map((delivery) => entry(frame, webhook, delivery))}</ul>
${pageLinks(words, deliveries, (page) => `${path}${WEBHOOKS}/${webhook['o:id']}?page=${page}#deliveries`)}`
}

const LOOKS = { pending: 'under-way', delivered: 'completed', failed: 'error' } as const

function entry (frame: Frame, webhook: Webhook, delivery: WebhookDelivery): Html {
  const { path, words } = frame
  const { id, op, resource, 'o:id': resourceId, state, status, error, duration, tries, created, due, ended } = delivery
  const { webhooks: own } = words
  const place = `${resource ?? ''}/${resourceId ?? ''}`
  const subject = resource === null
    ? own.operationNames[op]
    : html`${own.operationNames[op]} <a href="${path}/api-local/${place}?pretty_print=1"><code>${place}</code></a>`
  const answer = [status !== null && own.answer(status), status === null && error, duration !== null && `${words.number(duration)} ms`]
    .filter((part) => typeof part === 'string').join(' · ')
  return html`<li class="case job is-${LOOKS[state]}"><div class="who"><h3>${subject}</h3>
<p>${tries > 0 && own.tries(tries)}${answer !== '' && ` · ${answer}`}</p></div>
<p class="state"><strong>${own.deliveryStates[state]}</strong></p>
<div class="since">${time(frame, secondsOf(ended ?? created))}${due !== null && html`<br>${own.next} ${time(frame, secondsOf(due))}`}
${action(frame, webhook, `deliveries/${id}`, html`${own.again}${about(`${own.operationNames[op]} ${words.number(id)}`)}`)}</div></li>`
}
