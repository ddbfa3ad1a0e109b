import type { Key } from '../../api/accounts/keys.js'
import { input, tick, type Problems } from '../fields.js'
import { tokenField, type Frame } from '../frame.js'
import { html, type Html } from '../html.js'
import { day, moment, resourceName } from '../words.js'
import type { KeyDraft, MadeKey, UserEditFacts } from './user-edit-facts.js'

/** The tab "API keys", with the newest key first. */
export function keysPanel (frame: Frame, facts: UserEditFacts): Html {
  const { keys, made } = facts
  return html`<section class="case panel" id="edit-keys" aria-labelledby="edit-keys-heading">
<h2 id="edit-keys-heading">API keys</h2>
${made !== undefined && shownOnce(made, facts.base)}
<p>With a key a program acts in ${frame.person?.id === facts.account.id ? 'your' : 'this person’s'} name. Give each
program its own, so that you can take it away again.</p>
${newKey(frame, facts)}
<div class="present"><h3>${keys.length > 1 ? `${keys.length} keys` : keys.length === 1 ? 'One key' : 'Keys'}</h3>
${keys.length === 0
    ? html`<p class="nothing">There are no keys yet.</p>`
    : html`<ul class="keys">${keys.toReversed().map((key) => entry(frame, facts, key))}</ul>`}</div>
</section>`
}

function shownOnce ({ identity, credential, label }: MadeKey, base: string): Html {
  const secret = (id: string, name: string, text: string): Html => html`<div><dt id="${id}-name">${name}</dt>
<dd><code id="${id}" class="secret" data-copy="${name}">${text}</code></dd></div>`
  return html`<div class="label made" role="status"><h3>The key “${label}” is ready</h3>
<p>Keep both parts in a safe place now. The credential is not shown again.</p>
<dl>${secret('key_identity', 'key_identity', identity)}${secret('key_credential', 'key_credential', credential)}</dl>
<details><summary>How to use it</summary>
<pre><code>curl '${base}/api/items' \\
  -H 'Authorization: Bearer ${identity}.${credential}'</code></pre>
<p>Or with <code>key_identity=…&amp;key_credential=…</code> in the address.</p></details></div>`
}

function entry (
  { path, token }: Frame,
  { account }: UserEditFacts,
  { identity, label, scope, expires, created, lastAccessed, lastIp }: Key
): Html {
  const isOver = expires !== null && expires * 1000 <= Date.now()
  const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  const time = (seconds: number, text: string): Html =>
    html`<time datetime="${new Date(seconds * 1000).toISOString()}">${text}</time>`
  return html`<li class="label${isOver && ' is-off'}"><h4>${label}</h4>
<p class="identity"><span class="unseen">Identity: </span><code>${identity}</code></p>
<dl>${fact('Made', time(created, day(created)))}
${fact(
  'Last used', lastAccessed === null ? 'never' : html`${time(lastAccessed, moment(lastAccessed))} from ${lastIp}`
)}
${expires !== null && fact(isOver ? 'Expired' : 'Expires', time(expires, day(expires - 1)))}
${fact('May', mayWords(scope))}</dl>
<details class="confirm"><summary>Revoke<span class="unseen"> ${label}</span></summary><div class="question">
<p>Programs that use this key lose their access at once. This cannot be undone.</p>
<form method="post" action="${path}/admin/user/${account.id}/keys/${identity}/revoke#edit-keys">${tokenField(token)}
<button class="danger">Revoke the key<span class="unseen"> ${label}</span></button></form></div></details></li>`
}

/** @example 'only read items, media' */
function mayWords ({ readOnly, resources }: Key['scope']): string {
  const named = resources?.map((name) => resourceName(name).toLowerCase()).join(', ') ?? 'everything'
  return readOnly === true ? `only read ${named}` : `read and write ${named}`
}

const DRAFT: Omit<KeyDraft, 'identity'> = { label: '', expires: '', readOnly: false, resources: [] }

function newKey ({ path, token }: Frame, { account, resources, draft, problems }: UserEditFacts): Html {
  const { identity, label, expires, readOnly, resources: chosen } = { identity: '', ...DRAFT, ...draft }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return html`<form method="post" action="${path}/admin/user/${account.id}/keys#edit-keys">${tokenField(token)}
<input type="hidden" name="identity" value="${identity}">
<h3>A new key</h3>
${input({
  name: 'label',
  label: 'Label',
  value: label,
  isRequired: true,
  maxLength: 255,
  autocomplete: 'off',
  hint: 'What it is for, such as “Catalogue export”.',
  problems
})}
<details${(expires !== '' || readOnly || chosen.length > 0 || isAbout(problems)) && html` open`}>
<summary>Limit what it can do</summary>
${input({
  name: 'expires',
  label: 'Expires',
  type: 'date',
  value: expires,
  min: tomorrow,
  hint: 'The last day on which it works. Empty: never.',
  problems
})}
${tick('read_only', 'Read only', { isTicked: readOnly })}
<fieldset><legend>Only these resources</legend><p class="hint">None ticked: all of them.</p>
<div class="choices">${resources.map((name) =>
    tick('resources', resourceName(name), { value: name, isTicked: chosen.includes(name) }))}</div></fieldset>
</details>
<div class="buttons"><button class="main">Make a key</button></div></form>`
}

function isAbout (problems: Problems | undefined): boolean {
  return problems?.expires !== undefined || problems?.scope !== undefined
}
