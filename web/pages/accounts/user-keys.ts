import type { Key } from '../../../api/access/accounts/keys.js'
import { input, tick, type Problems } from '../../fields.js'
import { tokenField, type Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { resourceName } from '../../words.js'
import type { KeyDraft, MadeKey, UserEditFacts } from './user-edit-facts.js'

/** The tab "API keys", with the newest key first. */
export function keysPanel (frame: Frame, facts: UserEditFacts): Html {
  const { keys, made, account } = facts
  const { words: { keys: words }, person } = frame
  return html`<section class="case panel" id="edit-keys" aria-labelledby="edit-keys-heading">
<h2 id="edit-keys-heading">${words.title}</h2>
${made !== undefined && shownOnce(frame, made, facts.base)}
<p>${person?.id === account.id ? words.yours : words.others}</p>
${newKey(frame, facts)}
<div class="present">${keys.length === 0
    ? html`<p class="nothing">${words.none}</p>`
    : html`<h3>${words.count(keys.length)}</h3>
<ul class="keys">${keys.toReversed().map((key) => entry(frame, facts, key))}</ul>`}</div>
</section>`
}

function shownOnce (
  { words: { keys: words } }: Frame, { identity, credential, label }: MadeKey, base: string
): Html {
  const secret = (id: string, name: string, text: string): Html => html`<div><dt id="${id}-name">${name}</dt>
<dd><code id="${id}" class="secret" data-copy="${words.copy}" data-copy-name="${words.copyOf(name)}"
data-copied="${words.copied}" data-selected="${words.selected}">${text}</code></dd></div>`
  return html`<div class="label made" role="status"><h3>${words.ready(label)}</h3>
<p>${words.keep}</p>
<dl>${secret('key_identity', 'key_identity', identity)}${secret('key_credential', 'key_credential', credential)}</dl>
<details><summary>${words.use}</summary>
<pre><code>curl '${base}/api/items' \\
  -H 'Authorization: Bearer ${identity}.${credential}'</code></pre>
<p>${words.inAddress(html`<code>key_identity=…&amp;key_credential=…</code>`)}</p></details></div>`
}

function entry (
  { path, token, words }: Frame,
  { account }: UserEditFacts,
  { identity, label, scope, expires, created, lastAccessed, lastIp }: Key
): Html {
  const { keys, day, moment } = words
  const isOver = expires !== null && expires * 1000 <= Date.now()
  const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const time = (seconds: number, text: string): Html =>
    html`<time datetime="${new Date(seconds * 1000).toISOString()}">${text}</time>`
  return html`<li class="label${isOver && ' is-off'}"><h4>${label}</h4>
<p class="identity"><span class="unseen">${keys.identity} </span><code>${identity}</code></p>
<dl>${fact(keys.made, time(created, day(created)))}
${fact(
  keys.lastUsed, lastAccessed === null
    ? keys.never
    : keys.lastUse(time(lastAccessed, moment(lastAccessed)), lastIp ?? '')
)}
${expires !== null && fact(isOver ? keys.expired : keys.expires, time(expires, day(expires - 1)))}
${fact(keys.may, mayWords(words, scope))}</dl>
<details class="confirm"><summary>${keys.revoke}<span class="unseen"> ${label}</span></summary><div class="question">
<p>${keys.revokeText}</p>
<form method="post" action="${path}/admin/user/${account.id}/keys/${identity}/revoke#edit-keys">${tokenField(token)}
<button class="danger">${keys.revokeKey}<span class="unseen"> ${label}</span></button></form></div></details></li>`
}

/** @example 'only read items, media' */
function mayWords (words: Words, { readOnly, resources }: Key['scope']): string {
  const { keys } = words
  const named = resources?.map((name) => words.inSentence(resourceName(words, name))).join(', ') ?? keys.everything
  return readOnly === true ? keys.readOnly(named) : keys.readAndWrite(named)
}

const DRAFT: Omit<KeyDraft, 'identity'> = { label: '', expires: '', readOnly: false, resources: [] }

function newKey ({ path, token, words }: Frame, { account, resources, draft, problems }: UserEditFacts): Html {
  const { keys } = words
  const { identity, label, expires, readOnly, resources: chosen } = { identity: '', ...DRAFT, ...draft }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return html`<form method="post" action="${path}/admin/user/${account.id}/keys#edit-keys">${tokenField(token)}
<input type="hidden" name="identity" value="${identity}">
<h3>${keys.another}</h3>
${input({
  name: 'label',
  label: keys.label,
  value: label,
  isRequired: true,
  maxLength: 255,
  autocomplete: 'off',
  hint: keys.labelHint,
  problems
})}
<details${(expires !== '' || readOnly || chosen.length > 0 || isAbout(problems)) && html` open`}>
<summary>${keys.limits}</summary>
${input({
  name: 'expires',
  label: keys.expires,
  type: 'date',
  value: expires,
  min: tomorrow,
  hint: keys.expiresHint,
  problems
})}
${tick('read_only', keys.readOnlyTick, { isTicked: readOnly })}
<fieldset><legend>${keys.resources}</legend><p class="hint">${keys.resourcesHint}</p>
<div class="choices">${resources.map((name) =>
    tick('resources', resourceName(words, name), { value: name, isTicked: chosen.includes(name) }))}</div></fieldset>
</details>
<div class="buttons"><button class="main">${keys.make}</button></div></form>`
}

function isAbout (problems: Problems | undefined): boolean {
  return problems?.expires !== undefined || problems?.scope !== undefined
}
