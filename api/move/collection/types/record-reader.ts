import { asList } from '../../../core/calls/given.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import type { DataTypes } from '../../../values/data-types.js'
import { RecordError, excerptOf } from '../../pipeline/problems.js'
import { digestOf } from '../../pipeline/record-map.js'
import type { SourceRecord } from '../../pipeline/source.js'
import { COLLECTION_TYPE_NAMES, COLLECTION_TYPES, DELETION_TYPE, type CollectionType } from '../read/collection-file.js'
import { isId, LineFields } from '../read/line-fields.js'
import type { RecordContext } from './record-type.js'
import { recordType, type AnyRecord } from './record-types.js'

/** A line that reports the deletion of a record in the source. */
export interface DeletedRecord {
  type: CollectionType
  id: number
  line: number
  isDeleted: true
}

const TYPE_NAMES = new Map(COLLECTION_TYPE_NAMES.map((name) => [COLLECTION_TYPES[name] as string, name]))

/** Reads the lines of one collection file in their order, because later lines use terms of earlier ones. */
export class CollectionReader implements RecordContext {
  readonly fileTerms = new Set<string>()

  constructor (readonly terms: Terms, readonly dataTypes: DataTypes) {}

  /** @throws RecordError with all errors of the line. */
  read ({ number: line, record: json }: SourceRecord): AnyRecord | DeletedRecord {
    const fields = new LineFields(json)
    if (json['@type'] === DELETION_TYPE) return readDeletion(fields, line)
    const type = typeOf(fields)
    const id = fields.get('o:id')
    if (!isId(id)) throw new RecordError([`o:id: expected a whole number from 1, not ${excerptOf(id)}`])
    const definition = recordType(type)
    const content = definition.read(fields, this) as AnyRecord['content']
    if (type === 'properties') {
      const term = fields.get('o:term')
      if (typeof term === 'string') this.fileTerms.add(term)
    }
    const { errors, warnings, converted } = fields
    if (errors.length > 0) throw new RecordError(errors)
    const references = definition.referencesOf(content, this.dataTypes)
    return { type, id, line, content, references, digest: digestOf(content), warnings, converted } as AnyRecord
  }
}

function readDeletion (fields: LineFields, line: number): DeletedRecord {
  const type = fields.get('resource')
  const id = fields.get('o:id')
  if (!(COLLECTION_TYPE_NAMES as readonly unknown[]).includes(type)) {
    fields.refuse('resource', `one of ${COLLECTION_TYPE_NAMES.join(', ')}`)
  }
  if (!isId(id)) fields.refuse('o:id', 'a whole number from 1')
  if (fields.errors.length > 0) throw new RecordError(fields.errors)
  return { type: type as CollectionType, id: id as number, line, isDeleted: true }
}

/** The type of a record, by `@type`; if that has none (media whose ingester replaces it), by the URL. */
function typeOf (fields: LineFields): CollectionType {
  const types = asList(fields.get('@type') ?? [])
  const named = types.flatMap((type) => TYPE_NAMES.get(String(type)) ?? [])
  const address = fields.get('@id')
  const [, name] = typeof address === 'string' ? /\/api\/([a-z_]+)\/\d+$/.exec(address.slice(-100)) ?? [] : []
  const addressed = COLLECTION_TYPE_NAMES.find((type) => type === name)
  const type = named[0] ?? addressed
  if (type === undefined || named.length > 1) {
    throw new RecordError([`@type: expected one of ${Object.values(COLLECTION_TYPES).join(', ')}, not ${excerptOf(types)}`])
  }
  if (addressed !== undefined && addressed !== type) {
    throw new RecordError([`@type: this is ${COLLECTION_TYPES[type]}, but @id is the address of one of ${addressed}`])
  }
  return type
}
