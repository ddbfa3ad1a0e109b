import type { Collection } from '../collection/collection.js'
import { createItem } from './create.js'
import { items } from './queries.js'
import { Samples } from './samples.js'
import { searches } from './searches.js'
import type { Workload } from './workload.js'

/** Searches that are also sent again and again; the others cost as much, once their answers are cached. */
const UNDER_LOAD = new Set(['equals', 'linked', 'set', 'sorted', 'contains', 'search', 'fulltext'])

/** All that is measured under load, in the order of the report. Those that change the collection come last. */
export function workloads (collection: Collection): Workload[] {
  const samples = new Samples(collection)
  const read = (number: number): { path: string } => ({
    path: `/api/items/${collection.workId(samples.work(number))}`
  })
  const page = (number: number): { path: string } => ({ path: items({ page: 1 + number % samples.pages }) })
  return [
    { name: 'read', title: 'read one item', request: read },
    {
      name: 'conditional',
      title: 'ask whether an item has changed (304)',
      request: read,
      then: ({ request, headers }) => ({ ...request, headers: { 'if-none-match': headers.etag ?? '*' } }),
      status: 304
    },
    { name: 'page', title: 'page of 25', request: page },
    {
      name: 'html',
      title: 'page of 24 as HTML, with facets',
      request: (number) => ({ path: `/?page=${1 + number % samples.pages}`, headers: { accept: 'text/html' } })
    },
    {
      name: 'deep',
      title: 'page of 25, far into the list',
      request: (number) => ({ path: items({ page: samples.deepPage(number) }) })
    },
    ...searches(collection).filter(({ name }) => UNDER_LOAD.has(name)),
    { name: 'read-searching', title: 'read one item, beside slow searches', request: read, beside: 'searches' },
    { name: 'read-changing', title: 'read one item, beside changes', request: read, beside: 'changes' },
    { name: 'page-changing', title: 'page of 25, beside changes', request: page, beside: 'changes' },
    {
      name: 'create',
      title: 'create an item with 8 values',
      request: (number) => createItem(collection, number),
      status: 200
    }
  ]
}
