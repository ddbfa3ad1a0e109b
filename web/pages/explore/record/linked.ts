import { html, type Html } from '../../../html.js'
import type { Frame } from '../../../frame.js'
import { pageNumbers } from '../controls.js'
import { nameOf, pageAddress, pictureOf, titleOf, type Resource } from '../resource.js'

/** Number of linking resources on a page. */
export const LINKED_SIZE = 12

/** Resources that link to a record by one property. */
export interface LinkedFacts {
  term: string
  label: string
  total: number
  page: number
  resources: readonly Resource[]
}

/** Lists of resources that link to a record, one for each property. @param address of the page of the record. */
export function linkedFrom (frame: Frame, address: string, linked: readonly LinkedFacts[]): Html | false {
  const { words } = frame
  return linked.length > 0 && html`<section class="linked-from" aria-labelledby="linked-heading">
<h2 id="linked-heading">${words.explore.linkedFrom}</h2>${linked.map((facts) => group(frame, address, facts))}</section>`
}

function group (frame: Frame, address: string, { term, label, total, page, resources }: LinkedFacts): Html {
  const { words, path } = frame
  const id = `linked-${term.replace(/[^\w-]/g, '-')}`
  const pages = Math.ceil(total / LINKED_SIZE)
  return html`<section aria-labelledby="${id}"><h3 id="${id}">${label} <span class="number-of">${
    words.number(total)}</span></h3><ul class="links">${resources.map((resource) => {
    const picture = pictureOf(resource) && resource.thumbnail_display_urls.square
    return html`<li><a class="linked" href="${pageAddress(path, nameOf(resource), resource['o:id'])}">${
      typeof picture === 'string' && html`<img src="${picture}" width="36" height="36" alt="" loading="lazy">`}<span
dir="auto">${titleOf(resource, words)}</span></a></li>`
  })}</ul>${pageNumbers(frame, { page, pages }, (to) =>
    `${address}?linked=${encodeURIComponent(term).replaceAll('%3A', ':')}${to === 1 ? '' : `&page=${to}`}#${id}`)}</section>`
}
