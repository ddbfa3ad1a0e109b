import type { Webhook, WebhookDelivery } from '../../../schemas/administration/webhooks.js'
import { summary, type Problems } from '../../fields.js'
import { done, tokenField, type Frame, type Page } from '../../frame.js'
import { html, type Html, type Part } from '../../html.js'
import { pageLinks, type Slice } from '../../page-links.js'
import { time } from '../jobs/facts.js'
import { secondsOf, stateName, WEBHOOKS } from './facts.js'
import { webhookFields, webhookLabels, type WebhookFields } from './form.js'

export interface WebhookFacts {
  webhook: Webhook
  deliveries: Slice<WebhookDelivery>
  /** The entered fields, if they were refused. */
  fields?: WebhookFields
  problems?: Problems
  /** Why another form was refused. */
  problem?: string
  /** Shown once, after the webhook was created. */
  secret?: string | undefined
  /** Key of a message of success. */
  done?: string
}

/** The page of one webhook: its state, its secret (once), forms to change it, and its deliveries. */
export function webhookPage (frame: Frame, facts: WebhookFacts): Page {
  const { path, assets, words } = frame
  const { webhook, problem, problems, secret } = facts
  const { webhooks: own } = words
  return {
    name: webhook['o:label'],
    section: WEBHOOKS,
    head: html`<link rel="stylesheet" href="${assets.jobsStyle}">`,
    content: html`${done(frame, facts.done)}
${problem !== undefined && html`<div class="notice is-wrong" role="alert"><p>${problem}</p></div>`}
${summary(words, problems, webhookLabels(words))}
<div class="opening"><p class="kicker"><a href="${path}${WEBHOOKS}">${own.title}</a></p>
<h1>${webhook['o:label']}</h1></div>
${secret !== undefined && shownOnce(frame, webhook, secret)}
<section class="case panel" aria-label="${own.status}">
<p class="state"><strong>${stateName(words, webhook)}</strong></p>
${state(frame, webhook)}
<div class="buttons">${switching(frame, webhook)}${action(frame, webhook, 'test', own.test)}</div>
<details${problems !== undefined && html` open`}><summary>${own.change}</summary>${changing(frame, facts)}</details>
<details class="confirm"><summary>${own.remove}</summary><div class="question"><p>${own.removeText}</p>
${action(frame, webhook, 'delete', own.removeWebhook, 'danger')}</div></details>
</section>
<section class="present" aria-labelledby="deliveries"><h2 id="deliveries">${own.deliveries}</h2>
${log(frame, facts)}</section>`
  }
}

function shownOnce ({ words: { keys, webhooks: own } }: Frame, webhook: Webhook, secret: string): Html {
  return html`<div class="label made" role="status"><h3>${own.ready(webhook['o:label'])}</h3>
<p>${own.keep}</p>
<dl><div><dt>${own.secret}</dt><dd><code id="made-secret" class="secret" data-copy="${keys.copy}"
data-copy-name="${keys.copyOf(own.secret)}" data-copied="${keys.copied}" data-selected="${keys.selected}">${secret}</code>
</dd></div></dl></div>`
}

function state ({ words }: Frame, webhook: Webhook): Html {
  const { webhooks: own } = words
  const fact = (name: string, value: Part): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const { 'vitrine:problem': reason, 'vitrine:failing_since': failing } = webhook
  return html`${reason !== null && html`<p class="problem">${own.problems[reason]}</p>`}
<dl class="facts">${fact(own.address, html`<code>${webhook['vitrine:address']}</code>`)}
${failing !== null && fact(own.failingSince, time(words, secondsOf(failing['@value'])))}
${fact(own.position, words.number(webhook['vitrine:position']))}</dl>`
}

/** A form that consists of one button. */
function action (
  { path, token }: Frame, webhook: Webhook, name: string, label: Part, kind = 'quiet', value?: string
): Html {
  return html`<form method="post" action="${path}${WEBHOOKS}/${webhook['o:id']}/${name}">${tokenField(token)}${
    value !== undefined && html`<input type="hidden" name="value" value="${value}">`}
<button class="${kind}">${label}</button></form>`
}

function switching (frame: Frame, webhook: Webhook): Html {
  const { webhooks: own } = frame.words
  return webhook['o:is_active']
    ? action(frame, webhook, 'active', own.turnOff, 'quiet', '0')
    : action(frame, webhook, 'active', own.turnOn, 'main', '1')
}

function changing ({ path, token, words }: Frame, { webhook, fields, problems }: WebhookFacts): Html {
  const current: WebhookFields = {
    name: webhook['o:label'],
    address: webhook['vitrine:address'],
    resources: webhook['vitrine:resources'],
    operations: webhook['vitrine:operations'],
    includesPrivate: webhook['vitrine:includes_private'],
    isActive: webhook['o:is_active']
  }
  return html`<form method="post" action="${path}${WEBHOOKS}/${webhook['o:id']}/edit">${tokenField(token)}
${webhookFields(words, fields ?? current, false, problems)}
<div class="buttons"><button class="main">${words.account.save}</button></div></form>`
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
<div class="since">${time(words, secondsOf(ended ?? created))}${due !== null && html`<br>${own.next} ${time(words, secondsOf(due))}`}
${action(frame, webhook, `deliveries/${id}`, html`${own.again}<span class="unseen"> ${own.operationNames[op]} ${words.number(id)}</span>`)}</div></li>`
}
