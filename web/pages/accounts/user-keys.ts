import type { AccountFacts } from '../../../api/access/accounts/accounts.js'
import type { Key } from '../../../api/access/accounts/keys.js'
import { choices, formFields, tick, type FormField, type FormValues, type Problems } from '../../form.js'
import { buttonForm, postForm, type Frame } from '../../frame.js'
import { html, type Html } from '../../html.js'
import type { Words } from '../../languages/languages.js'
import { about, confirmed, fact, time } from '../../parts.js'
import { resourceName } from '../../words.js'

/** A key that was just created; its credential is shown only now. */
interface MadeKey { identity: string, credential: string, label: string }

/** Data for the API keys of one account. */
export interface KeysFacts {
  account: AccountFacts
  keys: readonly Key[]
  /** Names of resource types to which a key may be limited. */
  resources: readonly string[]
  /** Full URL of the API. */
  base: string
  /** The entered values of a new key, if it could not be made. */
  draft?: FormValues
  /** Identity of the new key, which is in the form, so that sending it twice creates one key. */
  identity: string
  problems?: Problems
  made?: MadeKey | undefined
}

/** The fields of a new key: its label, and its limits. */
export function keyForm (words: Words, resources: readonly string[]): [label: FormField, ...limits: FormField[]] {
  const { keys } = words
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  return [
    { name: 'label', label: keys.label, isRequired: true, maxLength: 255, autocomplete: 'off', hint: keys.labelHint },
    { name: 'expires', type: 'date', label: keys.expires, min: tomorrow, hint: keys.expiresHint },
    tick('read_only', keys.readOnlyTick),
    choices('resources', keys.resources, resources.map((name) => [name, resourceName(words, name)]), {
      hint: keys.resourcesHint
    })
  ]
}

/** The tab "API keys", with the newest key first. */
export function keysPanel (frame: Frame, facts: KeysFacts): Html {
  const { keys, made, account } = facts
  const { words: { keys: words }, person } = frame
  return html`${made !== undefined && shownOnce(frame, made, facts.base)}
<p>${person?.id === account.id ? words.yours : words.others}</p>
${newKey(frame, facts)}
<div class="present">${keys.length === 0
    ? html`<p class="nothing">${words.none}</p>`
    : html`<h3>${words.count(keys.length)}</h3>
<ul class="keys">${keys.toReversed().map((key) => entry(frame, facts, key))}</ul>`}</div>`
}

/** A text that is shown only once, with a button that copies it. */
export function secret ({ words: { keys } }: Frame, id: string, name: string, text: string): Html {
  return html`<div><dt id="${id}-name">${name}</dt>
<dd><code id="${id}" class="secret" data-copy="${keys.copy}" data-copy-name="${keys.copyOf(name)}"
data-copied="${keys.copied}" data-selected="${keys.selected}">${text}</code></dd></div>`
}

function shownOnce (frame: Frame, { identity, credential, label }: MadeKey, base: string): Html {
  const { words: { keys: words } } = frame
  return html`<div class="label made" role="status"><h3>${words.ready(label)}</h3>
<p>${words.keep}</p>
<dl>${secret(frame, 'key_identity', 'key_identity', identity)}${secret(frame, 'key_credential', 'key_credential', credential)}</dl>
<details><summary>${words.use}</summary>
<pre><code>curl '${base}/api/items' \\
  -H 'Authorization: Bearer ${identity}.${credential}'</code></pre>
<p>${words.inAddress(html`<code>key_identity=…&amp;key_credential=…</code>`)}</p></details></div>`
}

function entry (
  frame: Frame, { account }: KeysFacts, { identity, label, scope, expires, created, lastAccessed, lastIp }: Key
): Html {
  const { words, words: { keys, day } } = frame
  const isOver = expires !== null && expires * 1000 <= Date.now()
  const lastUse = lastAccessed === null ? keys.never : keys.lastUse(time(frame, lastAccessed), lastIp ?? '')
  return html`<li class="label${isOver && ' is-off'}"><h4>${label}</h4>
<p class="identity"><span class="unseen">${keys.identity} </span><code>${identity}</code></p>
<dl>${fact(keys.made, time(frame, created, day(created)))}
${fact(keys.lastUsed, lastUse)}
${expires !== null && fact(isOver ? keys.expired : keys.expires, time(frame, expires, day(expires - 1)))}
${fact(keys.may, mayWords(words, scope))}</dl>
${confirmed(html`${keys.revoke}${about(label)}`, keys.revokeText, buttonForm(
  frame, `/admin/user/${account.id}/keys/${identity}/revoke#edit-keys`, html`${keys.revokeKey}${about(label)}`, 'danger'
))}</li>`
}

/** @example 'only read items, media' */
function mayWords (words: Words, { readOnly, resources }: Key['scope']): string {
  const { keys } = words
  const named = resources?.map((name) => words.inSentence(resourceName(words, name))).join(', ') ?? keys.everything
  return readOnly === true ? keys.readOnly(named) : keys.readAndWrite(named)
}

function newKey (frame: Frame, { account, resources, draft = {}, identity, problems }: KeysFacts): Html {
  const { words, words: { keys } } = frame
  const [label, ...limits] = keyForm(words, resources)
  const isProblem = problems?.expires !== undefined || problems?.scope !== undefined
  return postForm(frame, `/admin/user/${account.id}/keys#edit-keys`, html`<input type="hidden" name="identity" value="${identity}">
<h3>${keys.another}</h3>
${formFields([label], draft, problems)}
<details${(isProblem || limits.some(({ name }) => isSet(draft, name))) && html` open`}>
<summary>${keys.limits}</summary>
${formFields(limits, draft, problems)}
</details>
<div class="buttons"><button class="main">${keys.make}</button></div>`)
}

function isSet (values: FormValues, name: string): boolean {
  const value = values[name]
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false
}
