import { html, type Html } from './html.js'
import type { Words } from './languages/languages.js'

/** One page of a list. */
export interface Slice<T> {
  rows: readonly T[]
  total: number
  /** Counted from 1, like `pages`. */
  page: number
  pages: number
  /** Place of the first row in the list, from 1. */
  first: number
}

/**
 * The requested page of a list, and the number of pages. A number beyond the end gives the last page, any other text
 * the first.
 */
export function pageOf (page: string, total: number, size: number): Pick<Slice<unknown>, 'page' | 'pages' | 'first'> {
  const pages = Math.max(1, Math.ceil(total / size))
  const at = /^\d{1,9}$/.test(page) ? Math.min(pages, Math.max(1, Number(page))) : 1
  return { page: at, pages, first: (at - 1) * size + 1 }
}

/** One page of a list. @param page number of the page, from the query; see `pageOf`. */
export function sliceOf<T> (list: readonly T[], page: string, size: number): Slice<T> {
  const at = pageOf(page, list.length, size)
  return { rows: list.slice(at.first - 1, at.first - 1 + size), total: list.length, ...at }
}

/** Links to the previous and next page; empty if there is only one page. */
export function pageLinks (words: Words, slice: Slice<unknown>, addressOf: (page: number) => string): Html | false {
  return slice.pages > 1 && html`<nav class="pages" aria-label="${words.explore.pages}">${
    pageSteps(words, slice, (to, name, rel) =>
      html`<a class="button quiet" rel="${rel}" href="${addressOf(to)}">${name}</a>`)}</nav>`
}

/** The previous page, the place in the list, and the next page. @param step leads to another page. */
export function pageSteps (
  { frame, explore, number }: Words, { page, pages }: Slice<unknown>,
  step: (to: number, name: string, rel: string) => Html
): Html {
  const previous = page > 1 ? step(page - 1, explore.previous, 'prev') : html`<span></span>`
  const next = page < pages ? step(page + 1, explore.next, 'next') : html`<span></span>`
  return html`${previous}<p>${frame.pageOf(number(page), number(pages))}</p>${next}`
}
