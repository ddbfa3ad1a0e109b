import { and } from 'drizzle-orm'
import { bindings, IDS, prepared } from '../../db/query/statements/prepared.js'
import { isResourceVisible, isVisible } from '../../db/query/statements/viewer.js'
import { isOneOf } from '../../db/query/statements/dialect.js'
import { resource } from '../../db/tables/index.js'
import type { IgnoredKey, Payload } from '../core/calls/call.js'
import { ErrorCollector, NotFoundError, ValidationError } from '../core/calls/errors.js'
import { noun } from '../core/text/nouns.js'
import { isJsonObject, isNumeric, isObject, toFlag } from '../core/calls/given.js'
import type { DataType, ValueContent, ValueInput } from './data-type.js'
import { hasDefinedKeys, type DataTypes } from './data-types.js'
import type { ValueContext } from './value-context.js'
import { VALUE_KEYS } from './value-keys.js'
import type { Terms } from '../../db/query/statements/terms.js'
import { malformed } from '../core/calls/key-shapes.js'
import { addUnknown } from '../core/calls/unknown-keys.js'

/** A valid value of a payload, not yet stored. */
export interface ValueDraft {
  propertyId: number
  type: DataType
  content: Required<ValueContent>
  /** undefined if the payload does not set it. */
  isPublic: boolean | undefined
  annotation: Payload | undefined
}

export interface ParsedValues {
  drafts: ValueDraft[]
  /** Invalid values with the key of the payload that they are under. */
  dropped: Array<{ key: string, reason: string }>
  /** Keys that are not properties and contain no value. */
  others: string[]
  /** Keys of values that no value of a built-in data type has. */
  unknownKeys: Set<string>
  /** Keys of values that hold something of a wrong shape, which counts as none. */
  malformedKeys: Map<string, IgnoredKey>
}

/**
 * The values of a payload, in its order (docs/contract/values.md §1–§2): every member of every key that names a
 * property, by `property_id` or by the key itself. Invalid values are left out and listed.
 *
 * @throws ValidationError for a property that does not exist.
 */
export function parseValues (payload: Payload, context: { terms: Terms, dataTypes: DataTypes }): ParsedValues {
  const { terms, dataTypes } = context
  const parsed: ParsedValues = { drafts: [], dropped: [], others: [], unknownKeys: new Set(), malformedKeys: new Map() }
  let errors: ErrorCollector | undefined
  for (const [key, given] of Object.entries(payload)) {
    const named = terms.properties.named(key)
    const members = isObject(given) ? Object.values(given) : []
    const inputs = members.filter(isJsonObject)
    const isList = isObject(given) && inputs.length === members.length
    if (named !== undefined && given !== undefined && !isList) {
      parsed.dropped.push({ key, reason: 'Values must be a list of objects' })
    }
    let hasValues = named !== undefined
    for (const input of inputs) {
      const propertyId = propertyOf(input, named?.id, terms)
      if (propertyId === undefined) continue
      hasValues = true
      if (propertyId === null) {
        errors ??= new ErrorCollector()
        errors.add(key, `There is no property ${nameOfProperty(input, key)}.`)
      } else addDraft(parsed, key, propertyId, input, dataTypes)
    }
    if (!hasValues) parsed.others.push(key)
  }
  errors?.throwIfAny()
  return parsed
}

function nameOfProperty ({ property_id: id }: ValueInput, key: string): string {
  return id === 'auto' ? `"${key}"` : `with the id ${JSON.stringify(id)}`
}

/** The property of a value. undefined: the member is not a value; null: the property does not exist. */
function propertyOf (
  { property_id: given }: ValueInput, named: number | undefined, terms: Terms
): number | null | undefined {
  if (given === undefined || given === null) return named
  if (given === 'auto') return named ?? null
  const id = typeof given === 'number' || isNumeric(given) ? Number(given) : NaN
  return terms.properties.byId.has(id) ? id : null
}

function addDraft (
  parsed: ParsedValues, key: string, propertyId: number, input: ValueInput, dataTypes: DataTypes
): void {
  const name = typeof input.type === 'string' ? input.type : impliedType(input)
  const type = name === undefined ? undefined : dataTypes.get(name)
  const content = type === undefined ? reasonWithoutType(name) : type.hydrate(input)
  if (type === undefined || typeof content === 'string') {
    parsed.dropped.push({ key, reason: content as string })
    return
  }
  noteIgnored(input, type, parsed)
  const { text, lang, uri, linkedId } = content
  const annotation = input['@annotation']
  parsed.drafts.push({
    propertyId,
    type,
    content: { text: text ?? null, lang: lang ?? null, uri: uri ?? null, linkedId: linkedId ?? null },
    isPublic: input.is_public === undefined || input.is_public === null ? undefined : toFlag(input.is_public),
    annotation: annotation === undefined ? undefined : annotationIn(annotation)
  })
}

function noteIgnored (input: ValueInput, type: DataType, { unknownKeys, malformedKeys }: ParsedValues): void {
  for (const member in input) {
    const isKnown = VALUE_KEYS.has(member)
    // What is no object fits all keys but this one.
    if (isKnown && typeof input[member] !== 'object' && member !== '@annotation') continue
    if (!hasDefinedKeys(type)) return
    const wrong = isKnown ? malformed(member, input[member]) : undefined
    if (!isKnown) unknownKeys.add(member)
    else if (wrong !== undefined) malformedKeys.set(member, wrong)
  }
}

function reasonWithoutType (name: string | undefined): string {
  return name === undefined ? 'A value has "@value", "@id" or "value_resource_id"' : `There is no data type "${name}"`
}

/** An annotation without members counts as none. */
function annotationIn (given: unknown): Payload | undefined {
  return isObject(given) && Object.keys(given).length > 0 ? given : undefined
}

/** The data type of a value without `type`, implied by its keys. `@id` comes last, because links have it, too. */
function impliedType (input: ValueInput): string | undefined {
  if ('@value' in input) return 'literal'
  if ('value_resource_id' in input) return 'resource'
  return '@id' in input ? 'uri' : undefined
}

const linkable = prepared((database, viewer) =>
  database
    .select({ id: resource.id, kind: resource.kind })
    .from(resource)
    .where(
      and(
        isOneOf(resource.id, IDS),
        viewer.disclosesPrivate === true ? isVisible(resource, viewer) : isResourceVisible(viewer)
      )
    )
    .prepare()
)

/**
 * Checks that every link leads to a resource that the actor may see, of a kind that the data type allows.
 *
 * @throws NotFoundError, ValidationError
 */
export async function checkLinks (
  { database, viewer, types }: Pick<ValueContext, 'database' | 'viewer' | 'types'>,
  drafts: readonly ValueDraft[]
): Promise<void> {
  const links = drafts.filter((draft) => draft.content.linkedId !== null)
  if (links.length === 0) return
  const ids = [...new Set(links.map((draft) => draft.content.linkedId!))]
  const rows = await linkable(database, viewer).all(bindings(ids.filter(Number.isSafeInteger), viewer))
  const kinds = new Map(rows.map((row) => [row.id, row.kind]))
  for (const { type, content: { linkedId } } of links) {
    const kind = kinds.get(linkedId!)
    if (kind === undefined) throw new NotFoundError(`Resource not found with id ${linkedId}.`)
    if (type.links?.includes(kind) === true) continue
    throw ValidationError.of(
      'value',
      `A value of the type ${type.name} cannot link to the ${noun(types.ofKind(kind).entity)} ${linkedId}.`
    )
  }
}

/** @throws ValidationError that names each dropped value and each ignored key. */
export function refuseDropped ({ dropped }: ParsedValues, ignored: readonly IgnoredKey[]): void {
  const errors = new ErrorCollector()
  for (const { key, reason } of dropped) errors.add(key, `${reason}.`)
  addUnknown(errors, ignored)
  errors.throwIfAny()
}

/** @throws ValidationError if a resource has more values than `limit`. */
export function refuseTooMany ({ drafts, dropped }: ParsedValues, limit = Infinity): void {
  const given = drafts.length + dropped.length
  if (given <= limit) return
  throw ValidationError.of('values', `A resource may be given ${limit} values at once, there are ${given}.`)
}
