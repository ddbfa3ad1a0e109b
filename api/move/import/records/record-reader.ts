import { Item, ItemInput } from '../../../../schemas/resources/items.js'
import { ItemSet, ItemSetInput } from '../../../../schemas/resources/item-sets.js'
import { keysIn, type Keys } from '../../../core/calls/unknown-keys.js'
import { toFlag, toInteger } from '../../../core/calls/given.js'
import type { Json } from '../../pipeline/lines.js'
import type { SourceRecord } from '../../pipeline/source.js'
import { RecordError } from '../../pipeline/problems.js'
import type { ImportContext } from '../write/context.js'
import { describe, typesOf } from './described.js'
import { recordDigest } from './digest.js'
import { mediaOf } from './record-media.js'
import { itemSetsOf, PROBLEMS_MAX, ownerOf } from './references.js'
import { faultsOfTexts, LABEL_MAX_BYTES } from './texts.js'
import { IMPORTED_KINDS, propertiesNamed, type ImportRecord } from './record.js'

/** Accepted keys that are not properties. Computed ones, and references to another installation, are ignored. */
const RECORD_KEYS: Keys = new Set([...keysIn(Item, ItemInput), ...keysIn(ItemSet, ItemSetInput)])

/**
 * Parses a record: a JSON-LD object with the keys in docs/import.md. Values that REST would drop are dropped with a
 * warning; an unknown term is an error, because a typing mistake would lose a whole column of data.
 * @throws RecordError with all errors of the record.
 */
export function readRecord (line: SourceRecord, context: ImportContext): ImportRecord {
  const { record: source, unordered = [], full = [] } = line
  const digest = recordDigest(line)
  const errors = [...line.errors ?? []]
  const faults = faultsOfTexts(line, context.services.store.engine.allowsNul)
  if (faults.length > 0) throw new RecordError(faults.slice(0, PROBLEMS_MAX))
  const warnings = [...line.warnings ?? []]
  const label = labelOf(source, line.number, errors)
  const named = new Set(Object.keys(source))
  const { kinds, classId } = typesOf(source, IMPORTED_KINDS, context, errors)
  if (kinds.length !== 1 && errors.length === 0) {
    errors.push(`@type must contain one of ${Object.keys(IMPORTED_KINDS).join(', ')}`)
  }
  if (classId !== null || named.has('o:resource_class')) named.add('class')
  const kind = kinds[0] ?? 'item'
  const media = kind !== 'item' ? [] : mediaOf(source['o:media'], context, errors, warnings)
  const described = describe(source, classId, RECORD_KEYS, context, errors, warnings)
  const itemSets = kind === 'item' ? itemSetsOf(source['o:item_set'] ?? [], context, errors) : []
  const ownerId = ownerOf(source['o:owner'], context, errors)
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
    unordered: propertiesNamed(unordered, context.terms),
    full: propertiesNamed(full, context.terms),
    id: toInteger(source['o:id']),
    warnings: warnings.slice(0, PROBLEMS_MAX)
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
