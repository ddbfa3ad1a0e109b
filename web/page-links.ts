import { html, type Html } from './html.js'

/** One page of a list. */
export interface Slice<T> {
  rows: readonly T[]
  total: number
  /** Counted from 1, like `pages`. */
  page: number
  pages: number
}

/** @param page number of the page, as text of an address. Beyond the end the last page is given. */
export function sliceOf<T> (list: readonly T[], page: string, size: number): Slice<T> {
  const pages = Math.max(1, Math.ceil(list.length / size))
  const at = /^\d{1,9}$/.test(page) ? Math.min(pages, Math.max(1, Number(page))) : 1
  return { rows: list.slice((at - 1) * size, at * size), total: list.length, page: at, pages }
}

/** Links to the previous and the next page; nothing when there is only one. */
export function pageLinks ({ page, pages }: Slice<unknown>, addressOf: (page: number) => string): Html | false {
  const link = (to: number, rel: string, name: string): Html => to >= 1 && to <= pages
    ? html`<a class="button quiet" rel="${rel}" href="${addressOf(to)}">${name}</a>`
    : html`<span></span>`
  return pages > 1 && html`<nav class="pages" aria-label="Pages">${link(
    page - 1, 'prev', 'Previous'
  )}<p>Page ${page} of ${pages}</p>${link(page + 1, 'next', 'Next')}</nav>`
}
