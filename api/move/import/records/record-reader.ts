import type { Member, Terms } from '../../../../db/query/statements/terms.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { Item, ItemInput } from '../../../../schemas/resources/items.js'
import { ItemSet, ItemSetInput } from '../../../../schemas/resources/item-sets.js'
import { ValidationError } from '../../../core/calls/errors.js'
import { asList, isObject } from '../../../core/calls/payload.js'
import { keysIn, type Keys } from '../../../core/calls/unknown-keys.js'
import { titlesOf } from '../../../resources/shared/titles/titles.js'
import { parseValues, type ParsedValues } from '../../../values/value-drafts.js'
import { missingRequired, newRow } from '../../../values/value-rows.js'
import { isNumeric, toFlag, toInteger } from '../../../core/text/numbers.js'
import type { DataTypes } from '../../../values/data-types.js'
import { type Json } from '../../pipeline/lines.js'
import type { SourceRecord } from '../../pipeline/source.js'
import { RecordError, shown, suggestion } from '../../pipeline/problems.js'
import { mediaOf } from './record-media.js'
import {
  byValue, classOf, itemSetsOf, PROBLEMS_MAX, ownerOf, templateOf, termsOf, type Known
} from './references.js'
import { recordDigest } from './digest.js'
import { faultsOfTexts, LABEL_MAX_BYTES } from './texts.js'
import { IMPORTED_KINDS, propertiesNamed, type Described, type ImportRecord, type RecordValue } from './record.js'

export interface ReaderContext extends Known {
  dataTypes: DataTypes
  ingesters: readonly string[]
  /** Whether records may name local files. */
  allowsFiles: boolean
  /** Leave out values of unknown terms with a warning. */
  skipsUnknown: boolean
  /** Whether the database can store the character U+0000. */
  allowsNul: boolean
}

/** Accepted keys that are not properties. Computed ones, and references to another installation, are ignored. */
const RECORD_KEYS: Keys = new Set([...keysIn(Item, ItemInput), ...keysIn(ItemSet, ItemSetInput)])

/** Keywords of JSON-LD, and keys that extensions add to representations (docs/contract/http.md §11). */
const IGNORED_KEYS = /^(?:@|o-[a-z-]+:)/

const ALL_KINDS: readonly ResourceKind[] = ['item', 'item_set', 'media']

/**
 * Parses records: JSON-LD objects with the keys in docs/import.md. Values that REST would drop are dropped with a
 * warning; an unknown term is an error, because a typing mistake would lose a whole column of data.
 */
export class RecordReader {
  readonly #knownKeys = new Set<string>()
  readonly #terms: Terms

  constructor (readonly context: ReaderContext) {
    this.#terms = context.terms
  }

  /** Required properties of the template that a new resource lacks. */
  missing ({ values, templateId }: Described): string[] {
    return missingRequired(values.map(({ row }) => row), templateId, this.#terms)
  }

  /** @throws RecordError with all errors of the record. */
  read (line: SourceRecord): ImportRecord {
    const { record: source, unordered = [], full = [] } = line
    const digest = recordDigest(line)
    const errors = [...line.errors ?? []]
    const faults = faultsOfTexts(line, this.context.allowsNul)
    if (faults.length > 0) throw new RecordError(faults.slice(0, PROBLEMS_MAX))
    const warnings = [...line.warnings ?? []]
    const label = labelOf(source, line.number, errors)
    const named = new Set(Object.keys(source))
    const { kinds, classId } = this.typesOf(source, IMPORTED_KINDS, errors)
    if (kinds.length !== 1 && errors.length === 0) {
      errors.push(`@type must contain one of ${Object.keys(IMPORTED_KINDS).join(', ')}`)
    }
    if (classId !== null || named.has('o:resource_class')) named.add('class')
    const kind = kinds[0] ?? 'item'
    const media = kind !== 'item' ? [] : mediaOf(source['o:media'], this, errors, warnings)
    const described = this.describe(source, classId, RECORD_KEYS, errors, warnings)
    const itemSets = kind === 'item' ? itemSetsOf(source['o:item_set'] ?? [], this.context, errors) : []
    const ownerId = ownerOf(source['o:owner'], this.context, errors)
    if (errors.length > 0) throw new RecordError(errors.slice(0, PROBLEMS_MAX), label)
    const { templateId, titles, isPublic, values } = described
    // Members are listed one by one, because spreading would give each object its own hidden class in V8.
    return {
      line: line.number,
      label,
      digest,
      kind,
      ownerId,
      classId,
      templateId,
      titles,
      isPublic,
      values,
      isOpen: toFlag(source['o:is_open']),
      itemSets,
      media,
      named,
      unordered: propertiesNamed(unordered, this.#terms),
      full: propertiesNamed(full, this.#terms),
      id: toInteger(source['o:id']),
      warnings: warnings.slice(0, PROBLEMS_MAX)
    }
  }

  /** The members that items, item sets and media share. @param keys keys that are not properties. */
  describe (
    source: Json, classId: number | null, keys: Keys, errors: string[], warnings: string[]
  ): Described {
    const templateId = templateOf(source['o:resource_template'], this.context, errors)
    const values = this.#valuesOf(source, keys, errors, warnings)
    const rows = values.map(({ row }) => row)
    return {
      classId,
      templateId,
      titles: titlesOf(rows, templateId, this.#terms),
      isPublic: !Object.hasOwn(source, 'o:is_public') || toFlag(source['o:is_public']),
      values
    }
  }

  /** The kinds of resource and the class in `@type`; `o:resource_class` may also give the class. */
  typesOf<K extends string> (
    source: Json, known: Readonly<Record<string, K>>, errors: string[]
  ): { kinds: K[], classId: number | null } {
    const kinds: K[] = []
    const classes: Member[] = []
    for (const type of asList(source['@type'] ?? [])) {
      if (errors.length >= PROBLEMS_MAX) break
      if (typeof type === 'string' && Object.hasOwn(known, type)) {
        kinds.push(known[type]!)
        continue
      }
      const found = typeof type === 'string' ? this.#terms.classes.named(type) : undefined
      if (found !== undefined) classes.push(found)
      else {
        const candidates = [...Object.keys(known), ...termsOf(this.#terms.classes)]
        errors.push(`@type: ${shown(JSON.stringify(type))} is unknown${suggestion(type, candidates)}`)
      }
    }
    if (classes.length > 1) errors.push(`@type has two classes, ${classes.map(({ term }) => term).join(' and ')}`)
    return { kinds, classId: classes[0]?.id ?? classOf(source['o:resource_class'], this.context, errors) }
  }

  #valuesOf (source: Json, keys: Keys, errors: string[], warnings: string[]): RecordValue[] {
    for (const [key, members] of Object.entries(source)) this.#checkKey(source, key, members, keys, errors, warnings)
    this.#replaceReferences(source, keys, errors)
    const { drafts, dropped } = this.#parse(source, errors)
    for (const { key, reason } of dropped) warnings.push(`${key}: ${reason}; the value is left out`)
    return drafts.map((draft) => {
      const annotation = draft.annotation === undefined
        ? null
        : this.#valuesOf(draft.annotation, keys, errors, warnings)
      return { row: newRow(draft), links: draft.type.links ?? [], isPublic: draft.isPublic, annotation }
    })
  }

  #checkKey (
    source: Json, key: string, members: unknown, keys: Keys, errors: string[], warnings: string[]
  ): void {
    if (keys.has(key) || errors.length >= PROBLEMS_MAX) return
    if (this.#knownKeys.has(key)) {
      if (!Array.isArray(members)) errors.push(`${key}: expected a list of values`)
    } else if (this.#terms.properties.named(key) !== undefined) {
      this.#knownKeys.add(key)
      this.#checkKey(source, key, members, keys, errors, warnings)
    } else if (!IGNORED_KEYS.test(key)) {
      const { properties } = this.#terms
      const candidates = key.includes('://')
        ? [...properties].map(({ uri }) => uri)
        : key.includes(':') && !key.startsWith('o:') ? termsOf(properties) : keys
      const isReported = warnings.length < PROBLEMS_MAX
      const message = `${shown(key)}: unknown term${isReported ? suggestion(key, candidates) : ''}`
      if (this.context.skipsUnknown) {
        delete source[key]
        if (isReported) warnings.push(`${message}; it is left out`)
      } else errors.push(message)
    }
  }

  /** Replaces labels and values by negative targets, so that values can be parsed like any payload. */
  #replaceReferences (source: Json, keys: Keys, errors: string[]): void {
    for (const [key, members] of Object.entries(source)) {
      if (!Array.isArray(members) || keys.has(key)) continue
      for (const member of members as unknown[]) {
        if (!isObject(member) || errors.length >= PROBLEMS_MAX) continue
        const to = member.value_resource_id
        if (isNumeric(to) && Number(to) < 0) errors.push(`${key}: there is no resource ${String(to)}`)
        else if (typeof to === 'string' && to !== '' && !isNumeric(to)) {
          member.value_resource_id = this.context.labels.of(to).target
        } else if (member.value_resource !== undefined) this.#follow(key, member, errors)
      }
    }
  }

  #follow (key: string, member: Json, errors: string[]): void {
    const { value_resource: given, type } = member
    const kinds = typeof type === 'string' ? this.context.dataTypes.get(type)?.links : ALL_KINDS
    if (kinds === undefined) {
      errors.push(`${key}: a value of the type "${String(type)}" is not a link, so it cannot have "value_resource"`)
      return
    }
    const target = isObject(given) ? byValue(given, kinds, this.context) : undefined
    if (typeof target === 'number') member.value_resource_id = target
    else {
      errors.push(`${key}: "value_resource" must be an object like {"dcterms:identifier": "1234"}` +
        (target === undefined ? '' : `; ${target}`))
    }
  }

  #parse (source: Json, errors: string[]): Pick<ParsedValues, 'drafts' | 'dropped'> {
    try {
      return parseValues(source, this.context)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      for (const [key, messages] of Object.entries(error.errors)) errors.push(`${key}: ${String(messages)}`)
      return { drafts: [], dropped: [] }
    }
  }
}

/** The label of a record; without `@id`, its line number. */
function labelOf (source: Json, line: number, errors: string[]): string {
  const label = source['@id'] ?? `line ${line}`
  const isText = typeof label === 'string' && label !== ''
  if (isText && (label.length <= LABEL_MAX_BYTES / 3 || Buffer.byteLength(label) <= LABEL_MAX_BYTES)) return label
  errors.push(isText ? `@id is longer than ${LABEL_MAX_BYTES} bytes` : '@id must be a text')
  return ''
}
