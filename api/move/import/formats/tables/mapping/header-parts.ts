import { isTerm } from '../../../../../../schemas/shared/values.js'
import { LANGUAGE_TAG } from '../../../../../core/rdf/terms.js'

export interface HeaderParts {
  name: string
  language?: string
  /** A data type, by its name in the header. */
  type?: string
  isPublic?: boolean
}

/** Recognised language codes; "no" and "is" are more often words. */
const CODES = new Set((
  'ar bg ca cs cy da de el en es et eu fa fi fr ga gl gr he hi hr hu hy it ja ka ko la lt lv mk mt nb nl nn pl pt ro ru ' +
  'sk sl sq sr sv tr uk ur vi yi zh'
).split(' '))

/** Language names in the languages of the pages. */
const NAMES = byWord({
  en: 'english englisch anglais ingles inglés',
  de: 'german deutsch allemand aleman alemán',
  fr: 'french französisch français francais francés',
  es: 'spanish spanisch espagnol español',
  it: 'italian italienisch italien italiano',
  la: 'latin latein',
  nl: 'dutch niederländisch nederlands',
  pt: 'portuguese português'
})

const TYPES = byWord({
  literal: 'literal text',
  uri: 'uri url link',
  auto: 'auto',
  json: 'json',
  resource: 'resource',
  'resource:item': 'item resource:item',
  'resource:itemset': 'itemset resource:itemset',
  'resource:media': 'media resource:media'
})

/** The rest of a longer header is ignored. */
const HEADER_MAX_CHARACTERS = 300

/**
 * Splits a header into its parts: `Title (en)`, `Title [German]`, `dcterms:title@en`, `dcterms:subject ^^uri`, and
 * `dcterms:title ^^literal @fra §private` of bulk imports into Omeka S.
 * @param isType whether a name is a data type of the installation.
 */
export function headerParts (header: string, isType: (name: string) => boolean): HeaderParts {
  const parts: HeaderParts = { name: header.slice(0, HEADER_MAX_CHARACTERS).trim() }
  for (let before = ''; before !== parts.name;) {
    before = parts.name
    if (!takeBracketed(parts, isType)) takeMarked(parts, isType)
  }
  return parts
}

function takeMarked (parts: HeaderParts, isType: (name: string) => boolean): void {
  const { name } = parts
  const at = Math.max(name.lastIndexOf('@'), name.lastIndexOf('^^'), name.lastIndexOf('§'))
  if (at <= 0) return
  const suffix = name.slice(at)
  const word = suffix.replace(/^(?:@|\^\^|§)/, '').trim()
  // A term stands before nothing else than a language, which exports write there; other words do: "mail@museum".
  const tag = isTerm(name.slice(0, at)) ? LANGUAGE_TAG : /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i
  if (suffix.startsWith('@') && tag.test(word)) parts.language = word
  else if (suffix.startsWith('^^') && typeOf(word, isType) !== undefined) parts.type = typeOf(word, isType)!
  else if (suffix.startsWith('§') && (word === 'private' || word === 'public')) parts.isPublic = word === 'public'
  else return
  parts.name = name.slice(0, at).trim()
}

/** @returns whether something was taken; what is marked may stand before brackets: `dcterms:title@de (private)`. */
function takeBracketed (parts: HeaderParts, isType: (name: string) => boolean): boolean {
  const { name } = parts
  const opening = Math.max(name.lastIndexOf('('), name.lastIndexOf('['))
  if (opening <= 0 || !/[)\]]$/.test(name)) return false
  const word = name.slice(opening + 1, -1).trim()
  const language = languageOf(word)
  const type = typeOf(word, isType)
  if (language !== undefined) parts.language = language
  else if (type !== undefined) parts.type = type
  else if (/^private?$/i.test(word)) parts.isPublic = false
  else return false
  parts.name = name.slice(0, opening).trim()
  return true
}

function languageOf (word: string): string | undefined {
  const lower = word.toLowerCase()
  const named = NAMES.get(lower)
  if (named !== undefined) return named
  const [code = '', ...rest] = lower.split('-')
  return CODES.has(code) && rest.every((part) => /^[a-z0-9]{1,8}$/.test(part)) ? word : undefined
}

function typeOf (word: string, isType: (name: string) => boolean): string | undefined {
  return TYPES.get(word.toLowerCase()) ?? (isType(word) ? word : undefined)
}

function byWord (words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).flatMap(([meaning, list]) => list.split(' ').map((word) => [word, meaning] as const)))
}
