import type { Collection } from '../collection/collection.js'
import type { Value } from '../collection/values.js'
import type { ClientRequest } from '../http/client.js'
import { createItem, createTitle, WRITING } from './create.js'
import { Samples } from './samples.js'

const JSON_PATCH = { ...WRITING, 'content-type': 'application/json-patch+json' }

/** Of ten writes that cataloguers do, those that change titles and those that change dates; the others create items. */
const TITLES_OF_TEN = 6
const DATES_OF_TEN = 2

/** First numbers of what is written flat out, beyond those of other measurements. */
const FROM = 10_000_000

/** Works that are left with a title alone. */
const OF_TITLES_ALONE = 2000

/** A kind of write; each number is another one. */
export interface Write {
  name: string
  title: string
  request: (number: number) => ClientRequest
  /** Writes that are sent before any is measured. */
  warming?: number
}

/** Writes of clients that do not pause. */
export function writes (collection: Collection): Write[] {
  return [
    { name: 'create', title: 'create an item with 8 values', request: (number) => createItem(collection, FROM + number) },
    { name: 'patch', title: 'change a title by JSON Patch', request: (number) => changeTitle(collection, FROM + number) },
    { name: 'create-title', title: 'create an item with a title', request: (number) => createTitle(collection, FROM + number) },
    {
      name: 'set-title',
      title: 'PATCH of an item with a title alone',
      request: (number) => setTitle(collection, number),
      warming: OF_TITLES_ALONE
    }
  ]
}

/** Gives a work another title, which no other number gives it. */
export function changeTitle (collection: Collection, number: number): ClientRequest {
  return change(collection, number, 'dcterms:title', (text) => `${text} (${number})`)
}

/** PATCHes a work with nothing but another title, which takes away all its other values the first time. */
function setTitle (collection: Collection, number: number): ClientRequest {
  const work = new Samples(collection).work(number % OF_TITLES_ALONE)
  return {
    path: `/api/items/${collection.workId(work)}`,
    method: 'PATCH',
    headers: WRITING,
    body: JSON.stringify({ 'dcterms:title': [{ type: 'literal', '@value': `A title of its own (${number})` }] })
  }
}

/** The writes of cataloguers: most change titles, some change dates or create items. */
export function catalogue (collection: Collection, number: number): ClientRequest {
  const kind = number % 10
  if (kind < TITLES_OF_TEN) return changeTitle(collection, number)
  if (kind < TITLES_OF_TEN + DATES_OF_TEN) {
    return change(collection, number, 'dcterms:date', () => String(1500 + number % 500))
  }
  return createItem(collection, number)
}

function change (
  collection: Collection,
  number: number,
  term: string,
  changed: (text: string) => string
): ClientRequest {
  const work = new Samples(collection).work(number)
  const [value] = collection.work(work)[term] as Value[]
  const operation = { op: 'replace', path: `/${term}/0/@value`, value: changed(String(value!['@value'])) }
  return {
    path: `/api/items/${collection.workId(work)}`,
    method: 'PATCH',
    headers: JSON_PATCH,
    body: JSON.stringify([operation])
  }
}
