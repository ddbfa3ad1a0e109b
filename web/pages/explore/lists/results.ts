import { html, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import { arrangement, pageNumbers } from '../controls.js'
import { choices, type Choice } from './facets.js'
import { addressOf, isNarrowed, type State } from '../state.js'

/** Number of resources on a page: fills 2, 3, 4, 6 or 8 columns evenly. */
export const PAGE_SIZE = 24

/** Number of pages of a list, at least 1. */
export function pagesOf (total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE))
}

/** Data for a list of results. */
export interface ResultsFacts {
  /** Address of the list without parameters. */
  root: string
  state: State
  /** See card.ts. */
  entries: readonly Html[]
  total: number
  /** The menu of facets (facets.ts); undefined if counting takes too long. */
  menu: Html | false | undefined
  chosen: readonly Choice[]
}

/** A list of results with filters, order and paging. */
export function results (frame: Frame, facts: ResultsFacts): Html {
  const { root, state, entries, total, menu = false, chosen } = facts
  const { words } = frame
  const { explore } = words
  const pages = pagesOf(total)
  return html`<div class="results${menu !== false && ' has-facets'}">
<section class="found" aria-labelledby="found-heading"><div class="bar"><h2 id="found-heading" class="total">${
  total === 0 ? explore.nothingFound : explore.items(total)}${
  state.q !== '' && html` <span class="for">${explore.forWords(state.q)}</span>`}</h2>${
  menu !== false && html`<a class="to-filters" href="#filters">${explore.filters}</a>`}${
  total > 1 && arrangement(frame, root, state)}</div>
${choices(frame, root, chosen)}
${total === 0
  ? nothing(frame, root, state)
  : entries.length === 0
    ? html`<div class="nothing"><p>${explore.beyond(words.number(pages))}</p>
<p><a href="${addressOf(root, { ...state, page: pages })}">${explore.lastPage}</a></p></div>`
    : html`<ul class="${state.view === 'list' ? 'rows' : 'cards'}">${entries}</ul>`}
${pageNumbers(frame, { page: Math.min(state.page, pages), pages }, (page) => addressOf(root, { ...state, page }))}
</section>
${menu}
${facts.menu === undefined && total > 0 && html`<p class="facets late">${explore.facetsLate}</p>`}
</div>`
}

function nothing ({ words: { explore: words } }: Frame, root: string, state: State): Html {
  return html`<div class="nothing"><p>${state.q === '' ? words.tryLess : words.tryOther}</p>
${isNarrowed(state) && html`<p><a href="${root}">${words.showAll}</a></p>`}</div>`
}
