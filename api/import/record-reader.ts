import { JsonLimitError, parseBoundedJson } from '../../files/bounded-json.js'
import type { Member, Terms } from '../../db/terms.js'
import { ValidationError } from '../errors.js'
import { referencedId, isObject } from '../payload.js'
import { missingRequired } from '../resources/shared/required-values.js'
import { titlesOf } from '../resources/shared/titles.js'
import { parseValues, type ParsedValues } from '../values/value-drafts.js'
import { newRow } from '../values/value-rows.js'
import { nearestName } from '../settings/nearest-name.js'
import { isNumeric, toFlag, toInteger } from '../numbers.js'
import type { DataTypes } from '../values/data-types.js'
import type { Line } from './lines.js'
import type { Labels } from './labels.js'
import { RecordError } from './problems.js'
import { IMPORTED_KINDS, type ImportedKind, type ImportRecord, type RecordValue, type Target } from './record.js'

type Json = Record<string, unknown>

/** Accepted keys that hold no values. Those that are computed, or refer to another installation, are ignored. */
const KEYS = [
  'o:id',
  'o:is_public',
  'o:owner',
  'o:resource_class',
  'o:resource_template',
  'o:thumbnail',
  'o:title',
  'o:created',
  'o:modified',
  'o:primary_media',
  'o:media',
  'o:item_set',
  'o:site',
  'o:is_open',
  'o:items',
  'thumbnail_display_urls'
]

/** Keywords of JSON-LD, and keys that extensions add to representations (docs/contract/http.md §11). */
const IGNORED = /^(?:@|o-[a-z-]+:)/

/**
 * Parses records: one JSON-LD object per line. Keys are terms, `@id` is a label that other lines may link to, `@type`
 * holds `o:Item` or `o:ItemSet` and optionally a class. Values that REST would drop are dropped with a warning; an
 * unknown term is an error, because a typing mistake would lose a whole column of data.
 */
export class RecordReader {
  readonly #knownKeys = new Set<string>(KEYS)

  constructor (readonly terms: Terms, readonly dataTypes: DataTypes, readonly labels: Labels) {}

  /** @throws RecordError with all errors of the record. */
  read (line: Line): ImportRecord {
    const source = parsed(line)
    const errors: string[] = []
    const warnings: string[] = []
    const label = labelOf(source, line.number, errors)
    const { kind, classId } = this.#typeOf(source, errors)
    const templateId = this.#idOf('o:resource_template', source, (id) => this.terms.templates.has(id), errors)
    const values = this.#valuesOf(source, errors, warnings)
    const rows = values.map(({ row }) => row)
    for (const message of missingRequired(rows, templateId, this.terms)) errors.push(message)
    if (isObject(source['o:media']) && Object.keys(source['o:media']).length > 0) {
      warnings.push('o:media: media are not imported')
    }
    const itemSets = kind === 'item' ? this.#itemSetsOf(source['o:item_set'] ?? [], errors) : []
    if (errors.length > 0) throw new RecordError(errors, label)
    return {
      line: line.number,
      label,
      kind,
      classId,
      templateId,
      titles: titlesOf(rows, templateId, this.terms),
      isPublic: !Object.hasOwn(source, 'o:is_public') || toFlag(source['o:is_public']),
      isOpen: toFlag(source['o:is_open']),
      itemSets,
      values,
      warnings
    }
  }

  #typeOf (source: Json, errors: string[]): { kind: ImportedKind, classId: number | null } {
    const kinds: ImportedKind[] = []
    const classes: Member[] = []
    for (const type of [source['@type'] ?? []].flat() as unknown[]) {
      if (typeof type === 'string' && Object.hasOwn(IMPORTED_KINDS, type)) {
        kinds.push(IMPORTED_KINDS[type as keyof typeof IMPORTED_KINDS])
        continue
      }
      const found = this.terms.classes.byTerm(String(type)) ?? this.terms.classes.byUri(String(type))
      if (found !== undefined) classes.push(found)
      else {
        const candidates = [...Object.keys(IMPORTED_KINDS), ...termsOf(this.terms.classes)]
        errors.push(`@type: ${JSON.stringify(type)} is unknown; ${suggestion(type, candidates)}`)
      }
    }
    if (kinds.length !== 1 && errors.length === 0) {
      errors.push(`@type must hold one of ${Object.keys(IMPORTED_KINDS).join(', ')}`)
    }
    if (classes.length > 1) errors.push(`@type holds two classes, ${classes.map(({ term }) => term).join(' and ')}`)
    const classId =
      classes[0]?.id ?? this.#idOf('o:resource_class', source, (id) => this.terms.classes.get(id) !== undefined, errors)
    return { kind: kinds[0] ?? 'item', classId }
  }

  #idOf (key: string, source: Json, exists: (id: number) => boolean, errors: string[]): number | null {
    const id = toInteger(referencedId(source[key]))
    if (id === undefined) return null
    if (!exists(id)) errors.push(`${key}: there is none with the id ${id}`)
    return id
  }

  #valuesOf (source: Json, errors: string[], warnings: string[]): RecordValue[] {
    for (const [key, members] of Object.entries(source)) this.#checkKey(key, members, errors)
    this.#replaceLabels(source, errors)
    const { drafts, dropped } = this.#parse(source, errors)
    for (const { key, reason } of dropped) warnings.push(`${key}: ${reason}; the value is left out`)
    return drafts.map((draft) => ({
      row: newRow(draft),
      links: draft.type.links ?? [],
      annotation: draft.annotation === undefined ? null : this.#valuesOf(draft.annotation, errors, warnings)
    }))
  }

  #checkKey (key: string, members: unknown, errors: string[]): void {
    if (this.#knownKeys.has(key)) {
      if (!KEYS.includes(key) && !Array.isArray(members)) errors.push(`${key}: expected a list of values`)
    } else if (this.terms.properties.byTerm(key) !== undefined || this.terms.properties.byUri(key) !== undefined) {
      this.#knownKeys.add(key)
      this.#checkKey(key, members, errors)
    } else if (!IGNORED.test(key)) {
      errors.push(
        `${key}: unknown term; ${suggestion(key, key.startsWith('o:') ? KEYS : termsOf(this.terms.properties))}`
      )
    }
  }

  /** Replaces labels by negative targets, so that values can be parsed like those of any other payload. */
  #replaceLabels (source: Json, errors: string[]): void {
    for (const [key, members] of Object.entries(source)) {
      if (!Array.isArray(members)) continue
      for (const member of members as unknown[]) {
        if (!isObject(member)) continue
        const to = member.value_resource_id
        if (isNumeric(to) && Number(to) < 0) errors.push(`${key}: there is no resource ${String(to)}`)
        else if (typeof to === 'string' && to !== '' && !isNumeric(to)) {
          member.value_resource_id = this.labels.of(to).target
        }
      }
    }
  }

  #parse (source: Json, errors: string[]): ParsedValues {
    try {
      return parseValues(source, this)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      for (const [key, messages] of Object.entries(error.errors)) errors.push(`${key}: ${String(messages)}`)
      return { drafts: [], dropped: [], others: [] }
    }
  }

  #itemSetsOf (members: unknown, errors: string[]): Target[] {
    const sets: Target[] = []
    for (const member of [members].flat() as unknown[]) {
      const id = toInteger(isObject(member) ? member['o:id'] : member)
      const label = isObject(member) ? member['@id'] : undefined
      if (id !== undefined && id < 0) errors.push(`o:item_set: there is no resource ${id}`)
      else if (id !== undefined) sets.push(id)
      else if (typeof label === 'string') sets.push(this.labels.of(label).target)
      else errors.push('o:item_set: expected a list of {"@id": label} or {"o:id": id}')
    }
    return [...new Set(sets)]
  }
}

function parsed ({ text, isWhole }: Line): Json {
  if (text === null) throw new RecordError(['this is not UTF-8 text'])
  let source: unknown
  try {
    source = parseBoundedJson(text)
  } catch (error) {
    if (error instanceof JsonLimitError) throw new RecordError([`the JSON cannot be read: ${error.message}`])
    throw new RecordError([
      isWhole ? `malformed JSON: ${(error as Error).message}` : 'the file ends in the middle of this record'
    ])
  }
  if (!isObject(source) || Array.isArray(source)) throw new RecordError(['expected one JSON object a line'])
  return source
}

/** Records without `@id` are labelled by their line number. */
function labelOf (source: Json, line: number, errors: string[]): string {
  const label = source['@id'] ?? `line ${line}`
  if (typeof label === 'string' && label !== '') return label
  errors.push('@id must be a text')
  return ''
}

function termsOf (members: Iterable<Member>): string[] {
  return [...members].map(({ term }) => term)
}

function suggestion (word: unknown, candidates: Iterable<string>): string {
  return `the nearest is ${nearestName(String(word), candidates)!}`
}
