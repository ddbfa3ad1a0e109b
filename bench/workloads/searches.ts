import type { Collection } from '../collection/collection.js'
import { conditions, having, items } from './queries.js'
import { Samples } from './samples.js'
import type { Workload } from './workload.js'

const SORTED_BY = ['dcterms:date', 'dcterms:identifier', 'dcterms:medium', 'dcterms:extent']

/** Properties that all works, some, or only people have, or none. */
const EXISTING = [
  'dcterms:description', 'dcterms:date', 'foaf:name', 'dcterms:creator', 'dcterms:subject', 'dcterms:spatial',
  'dcterms:provenance', 'dcterms:extent', 'dcterms:abstract'
]

const CLASSES = ['Person', 'Still Image', 'Physical Object']

const FIRST_YEAR = 1500
const YEARS = 500
const DATES = ['dcterms:date', 'dcterms:dateAccepted']

/** Every kind of search. */
export function searches (collection: Collection): Workload[] {
  const samples = new Samples(collection)
  const search = (
    name: string,
    title: string,
    query: (number: number) => Record<string, string | number>
  ): Workload => ({ name, title, request: (number) => ({ path: items(query(number)) }), isSearch: true })
  const titleWord = (number: number): string => samples.words(number, 1, 'dcterms:title')
  const subjectWord = (number: number): string => samples.words(number, 1, 'dcterms:subject')
  const pageOf = (number: number, kinds: number): number => 1 + (Math.floor(number / kinds) % samples.pages)
  const person = (number: number): number => collection.personId(samples.person(number))
  return [
    search('equals', 'a value equals', (number) =>
      having('dcterms:identifier', 'eq', collection.identifier(samples.work(number)))),
    search('linked', 'linked to a person', (number) => having('dcterms:creator', 'res', person(number))),
    search('set', 'in a set, sorted by title', (number) => {
      const { set, page } = samples.pageOfSet(number)
      return { item_set_id: collection.setId(set), sort_by: 'title', page }
    }),
    search('sorted', 'sorted by a property', (number) => ({
      sort_by: SORTED_BY[number % SORTED_BY.length]!,
      sort_order: number % 8 < 4 ? 'asc' : 'desc',
      page: pageOf(number, 8)
    })),
    search('class', 'of a class, sorted by title', (number) => ({
      resource_class_label: CLASSES[number % CLASSES.length]!, sort_by: 'title', page: pageOf(number, CLASSES.length)
    })),
    search('by-class', 'sorted by the label of the class', (number) => ({
      sort_by: 'resource_class_label', sort_order: number % 2 === 0 ? 'asc' : 'desc', page: pageOf(number, 2)
    })),
    search('contains', 'title contains', (number) => having('dcterms:title', 'in', titleWord(number))),
    search('search', 'any value contains', (number) => ({
      search: samples.words(number, 1, 'dcterms:subject', 'dcterms:description', 'dcterms:title')
    })),
    search('fulltext', 'full text', (number) => ({
      fulltext_search: samples.words(number, 1 + (number % 3), 'dcterms:description', 'dcterms:title')
    })),
    search('begins', 'title begins with', (number) => having('dcterms:title', 'sw', titleWord(number))),
    search('neq', 'no value equals', (number) =>
      having('dcterms:subject', 'neq', samples.value(number, 'dcterms:subject'))),
    search('nin', 'title does not contain', (number) => having('dcterms:title', 'nin', titleWord(number))),
    search('ex', 'has a property', (number) => ({
      ...having(EXISTING[number % EXISTING.length]!, 'ex'), page: pageOf(number, EXISTING.length)
    })),
    search('nex', 'lacks a property', (number) => ({
      ...having(EXISTING[number % EXISTING.length]!, 'nex'), page: pageOf(number, EXISTING.length)
    })),
    search('between', 'between two dates', (number) => {
      const property = DATES[number % DATES.length]!
      const from = FIRST_YEAR + number * 37 % YEARS
      return conditions({ property, type: 'gte', text: from }, { property, type: 'lte', text: from + 1 + number * 13 % 100 })
    }),
    search('or', 'one of two conditions', (number) => conditions(
      { property: 'dcterms:title', type: 'in', text: titleWord(number) },
      { property: 'dcterms:subject', type: 'in', text: subjectWord(number), joiner: 'or' }
    )),
    search('filtered', 'in a set, by a value, sorted by a property', (number) => ({
      item_set_id: collection.setId(1 + number % (collection.sets - 1)),
      ...having('dcterms:subject', 'in', subjectWord(number)),
      sort_by: SORTED_BY[number % SORTED_BY.length]!
    }))
  ]
}
