import type { FastifyRequest } from 'fastify'
import type { IgnoredKey, Query } from '../../api/core/calls/call.js'
import { shortened } from '../../api/search/context/ignored.js'
import { BadRequestError } from '../../api/core/calls/errors.js'
import { nearestTo } from '../../api/core/calls/unknown-keys.js'
import { LINKED_DATA_FORMATS, type LinkedDataFormat } from '../../schemas/shared/query.js'

const JSON_LD = 'http://www.w3.org/ns/json-ld#'

/** Profiles of JSON-LD, by their names in the parameter `profile` (RFC 6906; JSON-LD 1.1, IANA Considerations). */
const PROFILES = {
  expanded: `${JSON_LD}expanded`,
  compacted: `${JSON_LD}compacted`,
  flattened: `${JSON_LD}flattened`,
  context: `${JSON_LD}context`,
  hydra: 'http://www.w3.org/ns/hydra/core'
} as const

type Profile = keyof typeof PROFILES

/** Forms of JSON-LD: each is requested by one profile; `flattened-compacted` by two. */
const FORMS = ['expanded', 'compacted', 'flattened', 'flattened-compacted', 'context', 'hydra'] as const

export type JsonLdForm = typeof FORMS[number]
export type RdfFormat = Exclude<LinkedDataFormat, 'jsonld'>

function profiled (form: JsonLdForm): string {
  const profiles = form.split('-').map((profile) => PROFILES[profile as Profile])
  return `${LINKED_DATA_FORMATS.jsonld};profile="${profiles.join(' ')}"`
}

export const CONTENT_TYPES: Readonly<Record<LinkedDataFormat | JsonLdForm, string>> = {
  ...LINKED_DATA_FORMATS,
  ...Object.fromEntries(FORMS.map((form) => [form, profiled(form)])) as Record<JsonLdForm, string>
}

/** Whether a format is RDF in another syntax than JSON-LD. */
export function isRdfFormat (format: string): format is RdfFormat {
  return format !== 'jsonld' && Object.hasOwn(LINKED_DATA_FORMATS, format)
}

/** The Content-Type of JSON that cannot be converted to RDF. */
export function typeWithoutRdf (format: string): string {
  return CONTENT_TYPES[isRdfFormat(format) ? format : 'jsonld']
}

/** Whether a format is JSON-LD in a form that differs from the contract's. */
export function isForm (format: string): format is JsonLdForm {
  return (FORMS as readonly string[]).includes(format)
}

/** Maximal number of cached Accept headers. Clients send a handful of different ones, attackers any number. */
const CACHED_HEADERS_MAX = 100

interface Negotiator {
  /** The name of the format of an answer: one of CONTENT_TYPES, or one that was added. */
  formatOf (query: Query, accept: string | undefined): string
  /** The parameters that name no format. */
  unknownIn (query: Query): IgnoredKey[]
}

/**
 * Chooses the format of an answer: by the parameters `format` and `profile` if they name one, otherwise by the Accept
 * header, otherwise JSON-LD. It never answers 406.
 *
 * @param added formats in addition to the formats of the contract.
 */
export function negotiator (added: ReadonlyArray<{ name: string, mediaType: string }> = []): Negotiator {
  const formats = new Map<string, string>([
    ...Object.entries(LINKED_DATA_FORMATS).map(([name, type]) => [name, type.split(';', 1)[0]!] as const),
    ...added.map(({ name, mediaType }) => [name, mediaType.split(';', 1)[0]!.toLowerCase()] as const)
  ])
  const cache = new Map<string, string>()
  const formatOf: Negotiator['formatOf'] = ({ format: named, profile }, accept) => {
    if (typeof named === 'string' && named !== 'jsonld' && formats.has(named)) return named
    const form = typeof profile === 'string' ? formOf(profile) : undefined
    if (form !== undefined) return form
    if (named === 'jsonld' || accept === undefined || accept === '*/*') return 'jsonld'
    const cached = cache.get(accept)
    if (cached !== undefined) return cached
    const format = preferred(accept, formats)
    if (cache.size >= CACHED_HEADERS_MAX) cache.clear()
    cache.set(accept, format)
    return format
  }
  const unknownIn = ({ format, profile }: Query): IgnoredKey[] => [
    // `format=json` is not reported as ignored, because the client gets JSON.
    ...unknown('format', format, (name) => name === 'json' || formats.has(name), formats.keys()),
    ...unknown('profile', profile, (name) => formOf(name) !== undefined, Object.keys(PROFILES))
  ]
  return { formatOf, unknownIn }
}

function unknown (
  key: string, given: Query[string] | undefined, isKnown: (name: string) => boolean, names: Iterable<string>
): IgnoredKey[] {
  if (given === undefined || given === '' || (typeof given === 'string' && isKnown(given))) return []
  if (typeof given !== 'string') return [{ key, problem: `Expected one ${key}.` }]
  const nearest = nearestTo(given, names)
  return [{ key, value: given, problem: `There is no ${key} "${shortened(given)}".`, ...(nearest !== undefined && { nearest }) }]
}

/** The form of JSON-LD for a list of profiles, separated by spaces; undefined if none of them is known. */
function formOf (profiles: string): JsonLdForm | undefined {
  const names = new Set(profiles.split(' '))
  const has = (name: Profile): boolean => names.has(name) || names.has(PROFILES[name])
  if (has('hydra')) return 'hydra'
  if (has('flattened')) return has('compacted') ? 'flattened-compacted' : 'flattened'
  return (['compacted', 'expanded', 'context'] as const).find(has)
}

/** Whether an error should be answered with a page: the request reads, and accepts HTML at least as well as JSON. */
export function acceptsPage ({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefers('text/html', headers.accept)
}

/** Whether a client prefers JSON to HTML, at an address that has both. */
export function prefersJson ({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\bapplication\/(?:ld\+)?json\b/i.test(accept) && !prefers('text/html', accept)
}

/** Whether a client prefers an event stream to JSON, at an address that has both. */
export function prefersEvents ({ headers: { accept } }: FastifyRequest): boolean {
  return prefers('text/event-stream', accept)
}

/** Whether an Accept header names a media type, and prefers neither JSON nor JSON-LD to it. */
function prefers (type: string, accept = ''): boolean {
  const ranges = rangesOf(accept)
  const qualityOf = (name: string): number => ranges.find(({ range }) => range === name)?.quality ?? 0
  const quality = qualityOf(type)
  return quality > 0 && quality >= qualityOf('application/json') && quality >= qualityOf('application/ld+json')
}

interface Weight { quality: number, specificity: number }

/**
 * The format with the highest weight in an Accept header (RFC 9110, 12.5.1). Of equal ones, a format that is named
 * wins over one that matches a wildcard; then the order of the table counts.
 */
function preferred (accept: string, formats: ReadonlyMap<string, string>): string {
  const ranges = rangesOf(accept)
  // A range with a known profile means that form of JSON-LD; an unknown profile is ignored.
  const plain = ranges.filter(({ form }) => form === undefined)
  const weights = [
    ...[...formats].map(([format, mediaType]) => ({ format, ...weightOf(mediaType, plain) })),
    ...ranges.flatMap(({ form, quality }) => form === undefined ? [] : [{ format: form, quality, specificity: 5 }])
  ]
  const [best] = weights.filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity)
  return best?.format ?? 'jsonld'
}

/**
 * The weight of the most specific range that matches a media type. `application/json` matches JSON-LD less
 * specifically.
 */
function weightOf (mediaType: string, ranges: readonly Range[]): Weight {
  const alias = mediaType === LINKED_DATA_FORMATS.jsonld ? 'application/json' : undefined
  const admitting = [mediaType, alias, `${mediaType.split('/', 1)[0]}/*`, '*/*']
  for (const [i, range] of admitting.entries()) {
    const found = ranges.find((candidate) => candidate.range === range)
    if (found !== undefined) return { quality: found.quality, specificity: 4 - i }
  }
  return { quality: 0, specificity: 0 }
}

/** A range of media types that a client accepts. */
interface Range { range: string, quality: number, form: JsonLdForm | undefined }

/** The ranges in an Accept header. Commas in quoted parameters do not separate. */
function rangesOf (accept: string): Range[] {
  const entries = accept.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []
  return entries.map((entry) => {
    const { range, quality } = parseRange(entry)
    const [, quoted, token] = range === LINKED_DATA_FORMATS.jsonld ? PROFILE.exec(entry) ?? [] : []
    return { range, quality, form: formOf(quoted ?? token ?? '') }
  })
}

/** The parameter `profile`, which should be quoted, but some clients do not quote it. */
const PROFILE = /;\s*profile\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i

/** An entry of a header with quality values, such as Accept, in lower case. */
export function parseRange (entry: string): { range: string, quality: number } {
  const [range, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { range: range!, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/

/** The style of JSON text: `pretty_print` and `callback` (docs/contract/http.md §8). */
export interface TextStyle { pretty: boolean, callback: string | undefined }

/** Whether JSON that is sent as this media type has a style; as another format of RDF it has none. */
export function hasStyle (type: string): boolean {
  return type.startsWith(CONTENT_TYPES.jsonld)
}

/**
 * The style that a query requests; undefined for compact text.
 *
 * @throws BadRequestError if the callback is not the name of a JavaScript function, because browsers run the answer.
 */
export function styleOf (query: Query): TextStyle | undefined {
  const pretty = 'pretty_print' in query
  const callback = query.callback === '' || query.callback === '0' ? undefined : query.callback
  if (callback !== undefined && (typeof callback !== 'string' || !CALLBACK.test(callback))) {
    throw new BadRequestError('The callback must be the name of a function.')
  }
  return pretty || callback !== undefined ? { pretty, callback } : undefined
}
