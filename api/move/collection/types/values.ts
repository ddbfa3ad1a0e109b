import { isJsonObject, isObject } from '../../../core/calls/given.js'
import type { ValueContent as Stored } from '../../../values/data-type.js'
import { OWN_KEYS } from '../read/collection-file.js'
import { excerptOf } from '../../pipeline/problems.js'
import { isId, type LineFields } from '../read/line-fields.js'
import type { RecordContext } from './record-type.js'

type Json = Readonly<Record<string, unknown>>

/** A value. Its property is given by the term and optionally by the id in the context. */
export interface ValueContent {
  term: string
  propertyId: number | null
  type: string
  text: string | null
  lang: string | null
  uri: string | null
  link: number | null
  isPublic: boolean
  annotation: { id: number | null, values: ValueContent[] } | null
}

/**
 * Keys of representations that never contain values: keywords of JSON-LD, members of the reference, and members that
 * modules and ingesters add.
 */
const NO_VALUES = /^(?:@|o:|vitrine:|o-[a-z-]+:|thumbnail_display_urls$|data$)/

/**
 * The values of a representation, in its order. A value of an unknown data type is converted to a text, a URI or a
 * link.
 */
export function readValues (json: Json, context: RecordContext, fields: LineFields): ValueContent[] {
  const values: ValueContent[] = []
  for (const [key, members] of Object.entries(json)) {
    if (NO_VALUES.test(key)) continue
    const isKnown = context.fileTerms.has(key) || context.terms.properties.byTerm(key) !== undefined
    if (!isKnown) {
      if (isList(members)) fields.errors.push(`${key}: there is no such property`)
      else fields.warnings.push(`${key}: there is no such property; it is left out`)
      continue
    }
    if (!isList(members)) {
      fields.errors.push(`${key}: expected a list of values, not ${excerptOf(members)}`)
      continue
    }
    for (const member of members) {
      const value = readValue(key, member, context, fields)
      if (value !== undefined) values.push(value)
    }
  }
  return values
}

function isList (members: unknown): members is Json[] {
  return Array.isArray(members) && members.every(isJsonObject)
}

function readValue (term: string, json: Json, context: RecordContext, fields: LineFields): ValueContent | undefined {
  const isPublic = json.is_public ?? true
  if (typeof isPublic !== 'boolean') fields.errors.push(`${term}: is_public: expected true or false, not ${excerptOf(isPublic)}`)
  const propertyId = json.property_id ?? null
  if (propertyId !== null && !isId(propertyId)) {
    fields.errors.push(`${term}: property_id: expected an id, not ${excerptOf(propertyId)}`)
  }
  const given = typeof json.type === 'string' ? json.type : ''
  const known = context.dataTypes.get(given)
  const type = known ?? context.dataTypes.get(fittingType(json))!
  const content = type.hydrate(known === undefined ? withText(json) : json)
  if (typeof content === 'string') {
    fields.warnings.push(`${term}: ${content}; the value is left out`)
    return undefined
  }
  if (known === undefined) {
    fields.converted.push(given)
    fields.warnings.push(`${term}: the data type "${given}" is unknown here; the value became one of the type ${type.name}`)
  }
  const { text = null, lang = null, uri = null, linkedId: link = null } = content as Stored
  if (link !== null && !isId(link)) {
    fields.errors.push(`${term}: value_resource_id: expected an id, not ${excerptOf(json.value_resource_id)}`)
  }
  return {
    term,
    propertyId: propertyId as number | null,
    type: type.name,
    text,
    lang,
    uri,
    link,
    isPublic: isPublic === true,
    annotation: readAnnotation(term, json, context, fields)
  }
}

/** The built-in data type that fits a value's content. */
function fittingType (json: Json): string {
  if (json.value_resource_id !== undefined && json.value_resource_id !== null) return 'resource'
  return typeof json['@id'] === 'string' && typeof json['@value'] !== 'string' ? 'uri' : 'literal'
}

/** The value with a text as its `@value`: data types of modules have numbers, booleans and objects there. */
function withText (json: Json): Json {
  const { '@value': value } = json
  return value === undefined || value === null ? json : { ...json, '@value': textOf(value) }
}

/** The text to which a literal of another data type is converted. */
export function textOf (value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readAnnotation (
  term: string, json: Json, context: RecordContext, fields: LineFields
): ValueContent['annotation'] {
  const id = json[OWN_KEYS.annotation] ?? null
  const members = json['@annotation'] ?? null
  if (id === null && members === null) return null
  if (id !== null && !isId(id)) fields.errors.push(`${term}: ${OWN_KEYS.annotation}: expected an id, not ${excerptOf(id)}`)
  if (members !== null && !isObject(members)) {
    fields.errors.push(`${term}: @annotation: expected an object, not ${excerptOf(members)}`)
    return null
  }
  return { id: id as number | null, values: members === null ? [] : readValues(members, context, fields) }
}
