import type { AccountFacts } from '../../../api/access/accounts/accounts.js'
import { buttonForm, type Frame, type Page } from '../../frame.js'
import { html, type Html, type Part } from '../../html.js'
import { pageLinks, type Slice } from '../../page-links.js'
import { about, adminPage, confirmed, time } from '../../parts.js'
import { roleName } from '../../words.js'

interface UsersFacts {
  search: string
  accounts: Slice<AccountFacts>
  /** Whether the user may edit an account, and activate or deactivate it. */
  mayEdit (account: AccountFacts): boolean
  maySwitch (account: AccountFacts): boolean
  problem?: string
}

export function usersPage (frame: Frame, facts: UsersFacts): Page {
  const { path, words } = frame
  const { search, accounts, problem } = facts
  const { users } = words
  return adminPage(frame, {
    section: 'users',
    action: html`<a class="button main" href="${path}/admin/user/add">${users.add}</a>`,
    problem,
    content: html`<form class="search" method="get" action="${path}/admin/user" role="search">
<label for="search">${users.searchLabel}</label>
<div class="joined"><input id="search" name="search" type="search" value="${search}"><button>${words.explore.search}</button></div>
</form>
<p class="count" role="status">${
      search === '' ? users.count(accounts.total) : users.found(accounts.total, search)}${
      search !== '' && html` <a href="${path}/admin/user">${users.showAll}</a>`}</p>
${accounts.total === 0
      ? html`<p class="nothing">${users.tip}</p>`
      : html`<ul class="people">${accounts.rows.map((account) => entry(frame, facts, account))}</ul>`}
${pageLinks(words, accounts, (page) => addressOf(path, search, page))}`
  })
}

function addressOf (path: string, search: string, page: number): string {
  const query = new URLSearchParams({ ...(search !== '' && { search }), page: String(page) })
  return `${path}/admin/user?${query.toString()}`
}

function entry (frame: Frame, facts: UsersFacts, account: AccountFacts): Html {
  const { path, person, words } = frame
  const { users } = words
  const { mayEdit, maySwitch } = facts
  const { id, name, email, role, isActive, created } = account
  const isSelf = id === person?.id
  const shownName = mayEdit(account) ? html`<a href="${path}/admin/user/${id}/edit">${name}</a>` : name
  const since = time(frame, created, words.day(created))
  const switchTo = (active: string, label: Part, kind?: string): Html => buttonForm(
    frame, `/admin/user/${id}/active`, label, kind, { active, search: facts.search, page: String(facts.accounts.page) })
  return html`<li class="case person${!isActive && ' is-off'}">
<div class="who"><h2>${shownName}${isSelf && html` <span class="mine">${users.you}</span>`}</h2><p>${email}</p></div>
<p class="role">${roleName(words, role)}</p>
<p class="since">${isActive ? users.since(since) : html`<strong class="off">${users.notActive}</strong>`}</p>
<div class="actions">${maySwitch(account) && (isActive
    ? confirmed(html`${users.deactivate}${about(name)}`, users.deactivation(name), switchTo('0', users.deactivate, 'danger'))
    : switchTo('1', html`${users.activate}${about(name)}`))}</div>
</li>`
}
