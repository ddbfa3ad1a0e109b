import type { Webhook } from '../../../schemas/administration/webhooks.js'
import { done, type Frame, type Page } from '../../frame.js'
import { html, type Html } from '../../html.js'
import { time } from '../jobs/facts.js'
import { secondsOf, stateName, stateOf, WEBHOOKS } from './facts.js'

/** The page of all webhooks. @param name key of a message of success. */
export function webhooksPage (frame: Frame, webhooks: readonly Webhook[], name?: string): Page {
  const { path, assets, words } = frame
  const { webhooks: own } = words
  return {
    name: own.title,
    section: WEBHOOKS,
    head: html`<link rel="stylesheet" href="${assets.jobsStyle}">`,
    content: html`${done(frame, name)}
<div class="opening"><div class="with-action"><h1>${own.title}</h1><a class="button main"
href="${path}${WEBHOOKS}/add">${own.add}</a></div><p class="lead">${own.lead}</p></div>
${webhooks.length === 0
      ? html`<p class="nothing">${own.none}</p>`
      : html`<p class="count">${own.count(webhooks.length)}</p>
<ul class="jobs">${webhooks.map((webhook) => entry(frame, webhook))}</ul>`}`
  }
}

function entry ({ path, words }: Frame, webhook: Webhook): Html {
  const state = stateOf(webhook)
  const failing = webhook['vitrine:failing_since']
  const look = state === 'on' ? failing === null ? 'completed' : 'under-way' : state === 'off' ? 'stopped' : 'error'
  return html`<li class="case job is-${look}">
<div class="who"><h2><a href="${path}${WEBHOOKS}/${webhook['o:id']}">${webhook['o:label']}</a></h2>
<p><code>${webhook['vitrine:address']}</code></p></div>
<p class="state"><strong>${stateName(words, webhook)}</strong></p>
<p class="since">${failing !== null && html`${words.webhooks.failingSince}<br>${time(words, secondsOf(failing['@value']))}`}</p>
</li>`
}
