import { html, type Html } from '../../html.js'
import type { Frame } from '../../frame.js'
import { addressOf, changed, parametersOf, SORTS, type State } from './state.js'

/** The search box. A search keeps the chosen filters. */
export function searchBox ({ words: { explore: words } }: Frame, root: string, state: State): Html {
  const others = parametersOf(changed(state, { q: '' }))
  return html`<form class="seek" method="get" action="${root}" role="search"><label for="q" class="unseen">${
    words.searchLabel}</label>
<div class="joined"><input id="q" name="q" type="search" value="${state.q}" placeholder="${words.searchLabel}"
maxlength="1000" enterkeyhint="search"><button class="main">${words.search}</button></div>${others.map(
    ([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}</form>`
}

/** The order of the results, and whether they are shown as a grid or as a list. */
export function arrangement ({ words: { explore: words } }: Frame, root: string, state: State): Html {
  const sorts = SORTS.filter((sort) => sort !== 'relevance' || state.q !== '')
  const link = (next: State, isCurrent: boolean, name: string): Html => html`<li><a href="${addressOf(root, next)}"
rel="nofollow"${isCurrent && html` aria-current="true"`}>${name}</a></li>`
  return html`<nav class="arrangement" aria-label="${words.arrangement}"><ul aria-label="${words.sortedBy}">${
    sorts.map((sort) => link(changed(state, { sort }), sort === state.sort, words.sorts[sort]))}</ul>
<ul aria-label="${words.view}">${(['grid', 'list'] as const).map((view) =>
    link({ ...state, view }, view === state.view, words.views[view]))}</ul></nav>`
}

/** Number of pages before and after the current one that are linked. */
const PAGES_AROUND = 2

/** Links to the pages of a list, by their numbers. @param addressTo address of a page. */
export function pageNumbers (
  { words }: Frame, { page, pages }: { page: number, pages: number }, addressTo: (page: number) => string
): Html | false {
  const { explore } = words
  const numbers = [...new Set([1, ...around(page, pages), pages])]
  const number = (to: number, at: number): Html => html`${to - (numbers[at - 1] ?? to - 1) > 1 &&
    html`<li class="gap" aria-hidden="true">…</li>`}<li>${to === page
    ? html`<a href="${addressTo(to)}" aria-current="page"><span class="unseen">${explore.page} </span>${words.number(to)}</a>`
    : html`<a href="${addressTo(to)}"><span class="unseen">${explore.page} </span>${words.number(to)}</a>`}</li>`
  const step = (to: number, rel: string, name: string): Html | false => to >= 1 && to <= pages &&
    html`<a class="button quiet" rel="${rel}" href="${addressTo(to)}">${name}</a>`
  return pages > 1 && html`<nav class="numbers" aria-label="${explore.pages}">${
    step(page - 1, 'prev', explore.previous) || html`<span></span>`}<ul>${numbers.map(number)}</ul>${
    step(page + 1, 'next', explore.next) || html`<span></span>`}</nav>`
}

function around (page: number, pages: number): number[] {
  const [from, to] = [Math.max(1, page - PAGES_AROUND), Math.min(pages, page + PAGES_AROUND)]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
