import { BUILT_IN_TYPES, isComputed } from '../resources/built-in.js'
import type { ComputedType } from '../resources/definition/computed-type.js'
import type { Extensions, OutputFormat } from '../resources/definition/extensions.js'
import type { Ingester } from '../../files/ingesters/ingester.js'
import type { JobClass } from '../runtime/jobs/job-class.js'
import type { ResourceType } from '../resources/definition/resource-type.js'
import type { SearchableType } from '../search/query/searchable.js'
import { isNamespace, isPrefix } from '../core/answers/namespaces.js'
import { nearestName } from '../core/text/nearest-name.js'
import type { DataType } from '../values/data-type.js'

type Kind = 'text' | 'function' | 'list' | 'object' | 'flag'

/** The members of a kind of extension with their kinds; a question mark makes a member optional. */
type Members<T> = Record<keyof T, Kind | `${Kind}?`>

const DATA_TYPE: Members<DataType> = {
  name: 'text', label: 'text', links: 'list?', hydrate: 'function', represent: 'function'
}

const INGESTER: Members<Ingester> = {
  name: 'text', renderer: 'text', ingest: 'function', update: 'function?', text: 'function?'
}

const FORMAT: Members<OutputFormat> = { name: 'text', mediaType: 'text', serialise: 'function' }

const JOB: Members<JobClass> = { name: 'text', run: 'function' }

const COMPUTED: Members<ComputedType> = {
  name: 'text',
  entity: 'text',
  operations: 'list',
  kind: 'text?',
  allows: 'function?',
  schemas: 'object?',
  members: 'function',
  unknown: 'function?'
}

const SEARCHABLE: Members<SearchableType> = {
  name: 'text',
  entity: 'text',
  table: 'object',
  joins: 'list?',
  scope: 'object?',
  visible: 'function',
  hasIdList: 'flag?',
  isExtension: 'flag?',
  isAdded: 'flag?',
  filters: 'object',
  sorts: 'object',
  sortsByProperty: 'flag?',
  facets: 'object?',
  fullText: 'object?',
  tieBreak: 'function?',
  scalars: 'object'
}

const ROWS: Members<ResourceType> = {
  ...SEARCHABLE,
  operations: 'list',
  kind: 'text?',
  definesTerms: 'flag?',
  allows: 'function?',
  schemas: 'object?',
  represent: 'function',
  isCached: 'flag?',
  guardsReads: 'flag?',
  entityOf: 'function',
  writer: 'object?',
  batchKeys: 'list?'
}

const EXTENSIONS: Members<Required<Extensions>> = {
  dataTypes: 'list?',
  ingesters: 'list?',
  resourceTypes: 'list?',
  context: 'object?',
  representations: 'object?',
  queries: 'object?',
  filters: 'object?',
  formats: 'list?',
  jobs: 'list?'
}

const LISTS: Partial<Record<keyof Extensions, (given: object) => Members<object>>> = {
  dataTypes: () => DATA_TYPE,
  ingesters: () => INGESTER,
  resourceTypes: (given) => isComputed(given as ResourceType) ? COMPUTED : ROWS,
  formats: () => FORMAT,
  jobs: () => JOB
}

/** Names that need no escaping in URLs. */
const RESOURCE_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/

/**
 * Checks the extensions of an application, so that a wrong name is reported when the application starts.
 *
 * @throws TypeError that names the wrong member, with what was expected or the nearest name.
 */
export function checkExtensions (given: Extensions): void {
  if (!isKind(given, 'object')) throw new TypeError('extensions: expected an object.')
  checkMembers(given, 'extensions', EXTENSIONS)
  for (const [name, membersOf] of Object.entries(LISTS)) {
    for (const [at, each] of (given[name as keyof typeof LISTS] as object[] | undefined ?? []).entries()) {
      const place = `extensions.${name}[${at}]`
      if (!isKind(each, 'object')) throw new TypeError(`${place}: expected an object, got ${String(each)}.`)
      checkMembers(each, place, membersOf(each))
    }
  }
  for (const [prefix, namespace] of Object.entries(given.context ?? {})) {
    if (!isPrefix(prefix)) throw new TypeError(`extensions.context: ${JSON.stringify(prefix)} cannot be a prefix.`)
    if (!isNamespace(namespace)) throw new TypeError(`extensions.context.${prefix}: expected the address of a namespace.`)
  }
  const names = namesOf(given.resourceTypes ?? [])
  for (const byType of ['representations', 'queries', 'filters'] as const) {
    for (const [name, value] of Object.entries(given[byType] ?? {})) {
      const place = `extensions.${byType}`
      if (!names.has(name)) throw unknown(`${place}.${name}`, name, names, 'resource type')
      const kind = byType === 'filters' ? 'object' : 'function'
      if (!isKind(value, kind)) throw new TypeError(`${place}.${name}: expected ${WORDS[kind]}.`)
    }
  }
}

/**
 * The names of all resource types. A second type of one name would replace the first together with its access rules.
 */
function namesOf (added: ReadonlyArray<ResourceType | ComputedType>): Set<string> {
  const names = new Set(BUILT_IN_TYPES.map(({ name }) => name))
  const builtIn = new Set(names)
  for (const [at, { name }] of added.entries()) {
    const place = `extensions.resourceTypes[${at}].name`
    if (!RESOURCE_NAME.test(name)) {
      throw new TypeError(`${place}: expected letters, digits, "_" and "-", got ${JSON.stringify(name)}.`)
    }
    if (names.has(name)) {
      throw new TypeError(`${place}: "${name}" is the name of ${builtIn.has(name) ? 'a built-in' : 'another'} resource type.`)
    }
    names.add(name)
  }
  return names
}

const WORDS: Record<Kind, string> = {
  text: 'text that is not empty', function: 'a function', list: 'a list', object: 'an object', flag: 'true or false'
}

function isKind (value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text': return typeof value === 'string' && value !== ''
    case 'function': return typeof value === 'function'
    case 'list': return Array.isArray(value)
    case 'flag': return typeof value === 'boolean'
    case 'object': return typeof value === 'object' && value !== null && !Array.isArray(value)
  }
}

function checkMembers (given: object, place: string, members: Readonly<Record<string, string>>): void {
  // Instances of a class may have members of their own.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(given))
  const extra = isPlain ? Object.keys(given).find((name) => !Object.hasOwn(members, name)) : undefined
  if (extra !== undefined) throw unknown(`${place}.${extra}`, extra, Object.keys(members), 'member')
  for (const [name, expected] of Object.entries(members)) {
    const value = (given as Record<string, unknown>)[name]
    if (value === undefined && expected.endsWith('?')) continue
    const kind = expected.replace('?', '') as Kind
    if (!isKind(value, kind)) throw new TypeError(`${place}.${name}: expected ${WORDS[kind]}, got ${typeof value}.`)
  }
}

function unknown (place: string, name: string, candidates: Iterable<string>, noun: string): TypeError {
  return new TypeError(`${place} is an unknown ${noun}. The nearest is ${nearestName(name, candidates)!}.`)
}
