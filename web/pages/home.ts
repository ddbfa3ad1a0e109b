import type { Frame, Page } from '../frame.js'
import { html } from '../html.js'
import { adminPage } from '../parts.js'
import { resourceName, roleName } from '../words.js'

interface HomeFacts {
  role: string
  /** How many resources of each type the user can see. */
  totals: ReadonlyArray<readonly [name: string, total: number]>
}

export function homePage (frame: Frame, { role, totals }: HomeFacts): Page {
  const { path, title, person, words, words: { home } } = frame
  const { id, name, isAdmin } = person!
  return adminPage(frame, {
    section: 'home',
    heading: home.welcome(name),
    kicker: title,
    lead: home.role(words.inSentence(roleName(words, role))),
    content: html`<section aria-labelledby="collection"><h2 id="collection">${home.inCollection}</h2>
<ul class="tiles">${totals.map(([type, total]) => html`<li>
<a class="case tile" href="${path}/api-local/${type}?pretty_print=1">
<span class="number">${words.number(total)}</span>
<span class="caption">${resourceName(words, type)}</span></a></li>`)}</ul></section>
<section aria-labelledby="ways"><h2 id="ways">${home.ways}</h2>
<ul class="ways">
<li><a href="${path}/admin/user/${id}/edit#edit-keys"><strong>${words.keys.title}</strong><span>${
  home.keysText}</span></a></li>
<li><a href="${path}/admin/user/${id}/edit"><strong>${words.frame.account}</strong><span>${
  home.accountText}</span></a></li>
${isAdmin && html`<li><a href="${path}/admin/user"><strong>${words.resources.users}</strong><span>${
  home.usersText}</span></a></li>
<li><a href="${path}/admin/import"><strong>${words.imports.title}</strong><span>${words.imports.lead}</span></a></li>
<li><a href="${path}/admin/job"><strong>${words.resources.jobs}</strong><span>${words.jobs.lead}</span></a></li>
<li><a href="${path}/admin/webhooks"><strong>${words.resources.webhooks}</strong><span>${words.webhooks.lead}</span></a></li>`}
<li><a href="${path}/api"><strong>${home.api}</strong><span>${home.apiText}</span></a></li>
</ul></section>`
  })
}
