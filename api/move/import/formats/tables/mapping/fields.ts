import type { Json } from '../../../../pipeline/lines.js'

/** What a column can be other than values of a property. */
interface FieldDefinition {
  /** What the text of a cell becomes; undefined: it is not allowed. @param by what names the target of a reference. */
  valueOf (piece: string, by: string): unknown
  /** The message when the text is not allowed. */
  fault?: string
  /** The key of the record under which several values are listed; default: one value, under the name of the field. */
  list?: 'o:item_set' | 'o:media'
}

/** Words for yes and no in the languages of the pages. */
const YES = new Set([
  '1', 'true', 'yes', 'y', 'public', 'ja', 'wahr', 'öffentlich', 'oui', 'vrai', 'sí', 'si', 'verdadero', 'público'
])
const NO = new Set([
  '0', 'false', 'no', 'n', 'private', 'nein', 'falsch', 'privat', 'non', 'faux', 'privé', 'falso', 'privado'
])

const TYPES: ReadonlyMap<string, string> = new Map([
  ...['item', 'items', 'o:item'].map((name) => [name, 'o:Item'] as const),
  ...['itemset', 'item set', 'item_set', 'itemsets', 'item sets', 'item_sets', 'o:itemset']
    .map((name) => [name, 'o:ItemSet'] as const)
])

const ADDRESS = /^https?:\/\/\S+$/i

const DEFINITIONS = {
  '@type': { valueOf: (piece) => TYPES.get(piece.toLowerCase()), fault: 'is neither Item nor Item Set' },
  'o:id': { valueOf: idIn, fault: 'is not an id' },
  'o:resource_class': { valueOf: (piece) => piece },
  'o:resource_template': { valueOf: (piece) => ({ 'o:label': piece }) },
  'o:item_set': { valueOf: referenceTo, fault: 'is not an id', list: 'o:item_set' },
  'o:owner': { valueOf: (piece) => ({ 'o:email': piece }) },
  'o:is_public': { valueOf: flagIn, fault: 'is neither yes nor no' },
  'o:is_open': { valueOf: flagIn, fault: 'is neither yes nor no' },
  // Accept Windows paths.
  file: { valueOf: (piece) => ({ 'o:ingester': 'upload', file: piece.replaceAll('\\', '/') }), list: 'o:media' },
  url: {
    valueOf: (piece) => ADDRESS.test(piece) ? { 'o:ingester': 'url', ingest_url: piece } : undefined,
    fault: 'is not an address that begins with http:// or https://',
    list: 'o:media'
  }
} satisfies Record<string, FieldDefinition>

export type Field = keyof typeof DEFINITIONS

export const FIELDS: Readonly<Record<Field, FieldDefinition>> = DEFINITIONS

/** Fields with several values. */
export const LISTS: ReadonlySet<string> =
  new Set(Object.entries(FIELDS).flatMap(([name, { list }]) => list === undefined ? [] : name))

/** The id that a text is; undefined if it is none. */
export function idIn (piece: string): number | undefined {
  return /^\d{1,15}$/.test(piece) ? Number(piece) : undefined
}

function flagIn (piece: string): boolean | undefined {
  const word = piece.toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}

/** A reference to an item set by `by`; undefined when it should be an id and is not. */
function referenceTo (piece: string, by: string): Json | undefined {
  if (by === 'row') return { '@id': labelOf(piece) }
  if (by !== 'o:id') return { [by]: piece }
  const id = idIn(piece)
  return id === undefined ? undefined : { 'o:id': id }
}

/** The label of a row. It has a prefix, because plain numbers are ids. */
export function labelOf (identifier: string): string {
  return `_:${identifier}`
}
