import type { Value } from '../../../schemas/shared/values.js'
import type { ResourceName } from './resource.js'

/** A value in an address: a link as `item/12`, any other value as its text or URI. */
type ValueKey = { is: 'link', name: ResourceName, id: number } | { is: 'text', text: string }

/** Resource types by their names in addresses of values, and in those of Omeka S. */
export const NAMES: Readonly<Record<string, ResourceName>> = { item: 'items', 'item-set': 'item_sets', media: 'media' }
const KINDS = Object.fromEntries(Object.entries(NAMES).map(([kind, name]) => [name, kind]))

const LINK = /^(item|item-set|media)\/([1-9]\d{0,8})$/

/** Prefix for texts that look like a link, or that begin with this prefix themselves. */
const LITERALLY = '='

/** @example { value_resource_name: 'items', value_resource_id: 12 } → 'item/12' */
export function keyOf (value: Partial<Value> | Record<string, unknown>): string | undefined {
  const { value_resource_id: id, value_resource_name: name, '@id': uri, '@value': text } =
    value as Record<string, unknown>
  if (typeof id === 'number') return `${KINDS[String(name)]!}/${id}`
  const shown = typeof uri === 'string' ? uri : text === undefined ? undefined : String(text)
  if (shown === undefined) return undefined
  return LINK.test(shown) || shown.startsWith(LITERALLY) ? LITERALLY + shown : shown
}

export function readKey (key: string): ValueKey {
  const [, kind, id] = LINK.exec(key) ?? []
  if (kind !== undefined) return { is: 'link', name: NAMES[kind]!, id: Number(id) }
  return { is: 'text', text: key.startsWith(LITERALLY) ? key.slice(LITERALLY.length) : key }
}

/** Orders of results. `relevance` is only for searches by words. */
export const SORTS = ['relevance', 'newest', 'oldest', 'title', 'changed'] as const
type Sort = typeof SORTS[number]

/** Parameters of the API for each order; none for relevance, the default order of a full-text search. */
export const ORDERS = {
  relevance: undefined,
  newest: { sort_by: 'created', sort_order: 'desc' },
  oldest: { sort_by: 'created', sort_order: 'asc' },
  title: { sort_by: 'title', sort_order: 'asc' },
  changed: { sort_by: 'modified', sort_order: 'desc' }
} as const satisfies Record<Sort, object | undefined>

/** The parsed address of a list: words, chosen filters, order, page, and grid or list. */
export interface State {
  readonly q: string
  /** Id of an item set. */
  readonly set: number | undefined
  /** Term of a class. */
  readonly class: string | undefined
  /** Terms of properties with the values that are chosen (see `keyOf`). */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly sort: Sort
  readonly view: 'grid' | 'list'
  /** Counted from 1. */
  readonly page: number
}

/** A parsed query string: texts, in lists and objects. */
interface Query { readonly [name: string]: unknown }

/** Maximum number of values that may be chosen at once, because each is a condition of the search. */
const CHOSEN_VALUES_MAX = 10

/** Longer texts in a query string count as none; of the words that are searched for, the first ones are. */
export const TEXT_MAX_CHARACTERS = 1000

const TERM = /^[a-z][\w-]*:[\w.-]+$/i
const ID = /^[1-9]\d{0,8}$/
const NUMBER = /^[1-9]\d{0,6}$/

/** Parses a query string. Unknown and invalid parameters are left out. */
export function stateOf (query: Query): State {
  const q = typeof query.q === 'string' ? [...query.q].slice(0, TEXT_MAX_CHARACTERS).join('').trim() : ''
  const [set, term, page] = [textOf(query.set), textOf(query.class), textOf(query.page)]
  const sort = SORTS.find((name) => name === query.sort)
  const values = new Map<string, readonly string[]>()
  let room = CHOSEN_VALUES_MAX
  for (const [name, given] of Object.entries(query)) {
    if (!TERM.test(name) || room === 0) continue
    const texts = [...new Set((Array.isArray(given) ? given : [given]).map(textOf))].filter((text) => text !== '')
    if (texts.length > 0) values.set(name, texts.slice(0, room))
    room -= Math.min(room, texts.length)
  }
  return {
    q,
    set: ID.test(set) ? Number(set) : undefined,
    class: TERM.test(term) ? term : undefined,
    values,
    sort: sort === undefined || (sort === 'relevance' && q === '') ? usualSort(q) : sort,
    view: query.view === 'list' ? 'list' : 'grid',
    page: numberOf(page)
  }
}

/** The parameters of a state as names and texts; defaults are left out, so that addresses are short. */
export function parametersOf ({ q, set, class: term, values, sort, view, page }: State): Array<[string, string]> {
  const parameters: Array<[string, string]> = []
  const add = (name: string, text: string | number | undefined, usual: unknown): void => {
    if (text !== undefined && text !== usual) parameters.push([name, String(text)])
  }
  add('q', q, '')
  add('set', set, undefined)
  add('class', term, undefined)
  for (const [name, texts] of values) for (const text of texts) add(texts.length === 1 ? name : `${name}[]`, text, '')
  add('sort', sort, usualSort(q))
  add('view', view, 'grid')
  add('page', page, 1)
  return parameters
}

/** The address of a list in a state. @param root address of the list without parameters. */
export function addressOf (root: string, state: State): string {
  const query = parametersOf(state).map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&')
  return query === '' ? root : `${root}?${query}`
}

/** A state with other choices, at the first page. */
export function changed (state: State, changes: Partial<State>): State {
  const next = { ...state, page: 1, ...changes }
  const isUsual = state.sort === usualSort(state.q)
  return { ...next, sort: isUsual && changes.sort === undefined ? usualSort(next.q) : next.sort }
}

export function withValue (state: State, term: string, text: string): State {
  return changed(state, { values: new Map(state.values).set(term, [...state.values.get(term) ?? [], text]) })
}

export function withoutValue (state: State, term: string, text: string): State {
  const values = new Map(state.values)
  const others = (values.get(term) ?? []).filter((other) => other !== text)
  if (others.length === 0) values.delete(term)
  else values.set(term, others)
  return changed(state, { values })
}

/** Whether the list is restricted by words or filters. */
export function isNarrowed ({ q, set, class: term, values }: State): boolean {
  return q !== '' || set !== undefined || term !== undefined || values.size > 0
}

function usualSort (q: string): Sort {
  return q === '' ? 'newest' : 'relevance'
}

/** Encodes a text for a query. Colons, slashes and commas stay, because they are allowed there and read better. */
function encoded (text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replace(/%(?:3A|2F|2C)/g, decodeURIComponent)
}

/** A positive number in an address; 1 for any other text. */
export function numberOf (text: string): number {
  return NUMBER.test(text) ? Number(text) : 1
}

function textOf (given: unknown): string {
  return typeof given === 'string' && given.length <= TEXT_MAX_CHARACTERS ? given.trim() : ''
}
