import { asList, isJsonObject, isObject } from '../../../../core/calls/given.js'
import { IMPORTED_KINDS } from '../../records/record.js'
import type { Json } from '../../../pipeline/lines.js'
import { isTerm } from '../../../../../schemas/shared/values.js'

/** Keys that have a meaning only in the installation that made the representation. */
const FOREIGN: readonly string[] = [
  '@context', '@reverse', 'o:id', 'o:owner', 'o:resource_class', 'o:resource_template', 'o:thumbnail', 'o:site',
  'o:primary_media', 'o:media'
]

/**
 * The records of a JSON-LD document of resources in their REST representation: one, a list, or an `@graph`. Ids of the
 * other installation are removed; links and item sets are retained if they lead to resources of the document.
 * @returns undefined for any other document.
 */
export function ownRecords (document: unknown): Json[] | undefined {
  const given = isObject(document) && '@graph' in document ? document['@graph'] : document
  const nodes = asList(given)
  if (nodes.length === 0 || !nodes.every(isOwn)) return undefined
  const labels = new Set(nodes.flatMap((node) => typeof node['@id'] === 'string' ? [node['@id']] : []))
  return nodes.map((node) => {
    const members = Object.entries(node).filter(([key]) => !FOREIGN.includes(key))
    return Object.fromEntries(members.map(([key, value]) => [key, key === 'o:item_set'
      ? setsOf(value, labels)
      : Array.isArray(value) && key !== '@type' ? value.map((one) => valueOf(one, labels)) : value]))
  })
}

function isOwn (node: unknown): node is Json {
  if (!isJsonObject(node)) return false
  return asList(node['@type']).some((type) => typeof type === 'string' && Object.hasOwn(IMPORTED_KINDS, type)) &&
    Object.entries(node).every(([key, values]) => !isTerm(key) || isListOfValues(values))
}

function isListOfValues (given: unknown): boolean {
  return Array.isArray(given) && given.every((value) => isJsonObject(value) && !('@list' in value))
}

function setsOf (given: unknown, labels: ReadonlySet<string>): Json[] {
  return asList(given).flatMap((set) => {
    const label = isObject(set) ? set['@id'] : undefined
    return typeof label === 'string' && labels.has(label) ? [{ '@id': label }] : []
  })
}

function annotationOf (given: Json, labels: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(given).map(([key, list]) =>
    [key, Array.isArray(list) ? list.map((one) => valueOf(one, labels)) : list]))
}

/** A value without ids of the other installation. A link to a resource outside the document becomes a URI. */
function valueOf (given: unknown, labels: ReadonlySet<string>): unknown {
  if (!isJsonObject(given)) return given
  const { property_id: _id, property_label: _label, '@annotation': annotation, ...value } = given
  const annotated = isJsonObject(annotation) ? { '@annotation': annotationOf(annotation, labels) } : {}
  if (value.value_resource_id === undefined) return { ...value, ...annotated }
  const address = value['@id']
  const isPublic = value.is_public === undefined ? {} : { is_public: value.is_public }
  return typeof address === 'string' && labels.has(address)
    ? { type: value.type, value_resource_id: address, ...isPublic, ...annotated }
    : { type: 'uri', '@id': address, 'o:label': value.display_title, ...isPublic, ...annotated }
}
