import type { AccountFacts } from '../../api/accounts/accounts.js'
import { done, tokenField, type Frame, type Page } from '../frame.js'
import { html, type Html } from '../html.js'
import { pageLinks, type Slice } from '../page-links.js'
import { day, roleName } from '../words.js'

export interface UsersFacts {
  search: string
  accounts: Slice<AccountFacts>
  /** Whether the user may edit an account, and activate or deactivate it. */
  mayEdit (account: AccountFacts): boolean
  maySwitch (account: AccountFacts): boolean
  message?: string | undefined
  problem?: string | undefined
}

export function usersPage (frame: Frame, facts: UsersFacts): Page {
  const { path } = frame
  const { search, accounts, message, problem } = facts
  return {
    name: 'Users',
    section: '/admin/user',
    content: html`${message !== undefined && done(message)}
${problem !== undefined && html`<div class="notice is-wrong" role="alert"><p>${problem}</p></div>`}
<div class="opening with-action"><h1>Users</h1><a class="button main" href="${path}/admin/user/add">Add a user</a>
</div>
<form class="search" method="get" action="${path}/admin/user" role="search">
<label for="search">Name or e-mail address</label>
<div class="joined"><input id="search" name="search" type="search" value="${search}"><button>Search</button></div>
</form>
<p class="count" role="status">${counted(accounts.total, search)}${
      search !== '' && html` <a href="${path}/admin/user">Show all</a>`}</p>
${accounts.total === 0
      ? html`<p class="nothing">Look for a part of a name or of an e-mail address.</p>`
      : html`<ul class="people">${accounts.rows.map((account) => entry(frame, facts, account))}</ul>`}
${pageLinks(accounts, (page) => addressOf(path, search, page))}`
  }
}

function addressOf (path: string, search: string, page: number): string {
  const query = new URLSearchParams({ ...(search !== '' && { search }), page: String(page) })
  return `${path}/admin/user?${query.toString()}`
}

function counted (number: number, search: string): string {
  const users = number === 0 ? 'No user' : number === 1 ? 'One user' : `${number} users`
  return search === '' ? `${users}.` : `${users} with “${search}”.`
}

function entry (frame: Frame, facts: UsersFacts, account: AccountFacts): Html {
  const { path, person } = frame
  const { mayEdit, maySwitch } = facts
  const { id, name, email, role, isActive, created } = account
  const isSelf = id === person?.id
  const shownName = mayEdit(account) ? html`<a href="${path}/admin/user/${id}/edit">${name}</a>` : name
  const since = html`since <time datetime="${new Date(created * 1000).toISOString()}">${day(created)}</time>`
  return html`<li class="case person${!isActive && ' is-off'}">
<div class="who"><h2>${shownName}${isSelf && html` <span class="mine">you</span>`}</h2><p>${email}</p></div>
<p class="role">${roleName(role)}</p>
<p class="since">${isActive ? since : html`<strong class="off">Not active</strong>`}</p>
<div class="actions">${maySwitch(account) && (isActive
    ? deactivation(frame, facts, account)
    : switchForm(frame, facts, id, '1', 'Activate', name))}</div>
</li>`
}

function deactivation (frame: Frame, facts: UsersFacts, { id, name }: AccountFacts): Html {
  return html`<details class="confirm"><summary>Deactivate<span class="unseen"> ${name}</span></summary>
<div class="question"><p>${name} is signed out, and their keys stop working, at once.</p>
${switchForm(frame, facts, id, '0', 'Deactivate')}</div></details>`
}

function switchForm (
  { path, token }: Frame, { search, accounts }: UsersFacts, id: number, active: string, label: string, name?: string
): Html {
  return html`<form method="post" action="${path}/admin/user/${id}/active">${tokenField(token)}
<input type="hidden" name="active" value="${active}"><input type="hidden" name="search" value="${search}">
<input type="hidden" name="page" value="${accounts.page}">
<button class="${active === '0' ? 'danger' : 'quiet'}">${label}${name !== undefined && html`<span class="unseen">
${name}</span>`}</button></form>`
}
