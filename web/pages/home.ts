import { done, type Frame, type Page } from '../frame.js'
import { html } from '../html.js'
import { resourceName, roleName } from '../words.js'

export interface HomeFacts {
  role: string
  /** How many resources of each type the user can see. */
  totals: ReadonlyArray<readonly [name: string, total: number]>
  message?: string | undefined
}

export function homePage ({ path, title, person }: Frame, { role, totals, message }: HomeFacts): Page {
  const { id, name, managesUsers } = person!
  return {
    name: 'Home',
    section: '/admin',
    content: html`${message !== undefined && done(message)}
<div class="opening"><p class="kicker">${title}</p>
<h1>Welcome, ${name}</h1>
<p class="lead">You are signed in as ${roleName(role).toLowerCase()}.</p></div>
<section aria-labelledby="collection"><h2 id="collection">In the collection</h2>
<ul class="tiles">${totals.map(([type, total]) => html`<li>
<a class="case tile" href="${path}/api-local/${type}?pretty_print=1">
<span class="number">${total.toLocaleString('en-GB')}</span>
<span class="caption">${resourceName(type)}</span></a></li>`)}</ul></section>
<section aria-labelledby="ways"><h2 id="ways">Where to go</h2>
<ul class="ways">
<li><a href="${path}/admin/user/${id}/edit#edit-keys"><strong>API keys</strong><span>Let a program read and write for
you</span></a></li>
<li><a href="${path}/admin/user/${id}/edit"><strong>Your account</strong><span>Name, e-mail address and
password</span></a></li>
${managesUsers && html`<li><a href="${path}/admin/user"><strong>Users</strong><span>Who may sign in, and what they may
do</span></a></li>`}
<li><a href="${path}/api"><strong>The API</strong><span>Everything there is, as JSON-LD</span></a></li>
</ul></section>`
  }
}
