import type { Collection } from '../collection/collection.js'
import { createItem } from './create.js'
import { having, items } from './queries.js'
import { Samples } from './samples.js'
import type { Workload } from './workload.js'

const SORTED_BY = ['dcterms:date', 'dcterms:identifier', 'dcterms:medium', 'dcterms:extent']

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
    {
      name: 'equals',
      title: 'a value equals',
      request: (number) => ({
        path: items(having('dcterms:identifier', 'eq', collection.identifier(samples.work(number))))
      }),
      isSearch: true
    },
    {
      name: 'linked',
      title: 'linked to a person',
      request: (number) => ({
        path: items(having('dcterms:creator', 'res', collection.personId(samples.person(number))))
      }),
      isSearch: true
    },
    {
      name: 'set',
      title: 'in a set, sorted by title',
      request: (number) => {
        const { set, page } = samples.pageOfSet(number)
        return { path: items({ item_set_id: collection.setId(set), sort_by: 'title', page }) }
      },
      isSearch: true
    },
    {
      name: 'sorted',
      title: 'sorted by a property',
      request: (number) => ({
        path: items({
          sort_by: SORTED_BY[number % SORTED_BY.length]!,
          sort_order: number % 8 < 4 ? 'asc' : 'desc',
          page: 1 + (Math.floor(number / 8) % samples.pages)
        })
      }),
      isSearch: true
    },
    {
      name: 'contains',
      title: 'title contains',
      request: (number) => ({ path: items(having('dcterms:title', 'in', samples.words(number, 1, 'dcterms:title'))) }),
      isSearch: true
    },
    {
      name: 'search',
      title: 'any value contains',
      request: (number) => ({
        path: items({ search: samples.words(number, 1, 'dcterms:subject', 'dcterms:description', 'dcterms:title') })
      }),
      isSearch: true
    },
    {
      name: 'fulltext',
      title: 'full text',
      request: (number) => ({
        path: items({
          fulltext_search: samples.words(number, 1 + (number % 3), 'dcterms:description', 'dcterms:title')
        })
      }),
      isSearch: true
    },
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
