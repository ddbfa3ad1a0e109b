import type { FastifyRequest } from 'fastify'
import type { Query } from '../api/call.js'

/**
 * The Content-Type of each format of docs/contract/http.md §8. Among equally preferred formats, the first is chosen.
 */
export const CONTENT_TYPES = {
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
  ntriples: 'application/n-triples',
  turtle: 'text/turtle;charset=UTF-8',
  n3: 'text/n3;charset=UTF-8'
} as const

export type Format = keyof typeof CONTENT_TYPES
export type RdfFormat = Exclude<Format, 'jsonld'>

/** Maximal number of cached Accept headers. Clients send a handful of different ones, attackers any number. */
const MAX_CACHED = 100

/** Returns the name of the format of an answer. */
type Negotiator = (query: Query, accept: string | undefined) => string

/**
 * Chooses the format of an answer: by the parameter `format` if it names one, otherwise by the Accept header,
 * otherwise JSON-LD. It never answers 406.
 *
 * @param added formats in addition to those of the contract.
 */
export function negotiator (added: ReadonlyArray<{ name: string, mediaType: string }> = []): Negotiator {
  const formats = new Map<string, string>([
    ...Object.entries(CONTENT_TYPES).map(([name, type]) => [name, type.split(';', 1)[0]!] as const),
    ...added.map(({ name, mediaType }) => [name, mediaType.split(';', 1)[0]!.toLowerCase()] as const)
  ])
  const cache = new Map<string, string>()
  return (query, accept) => {
    if (typeof query.format === 'string' && formats.has(query.format)) return query.format
    if (accept === undefined || accept === '*/*') return 'jsonld'
    const cached = cache.get(accept)
    if (cached !== undefined) return cached
    const format = preferred(accept, formats)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(accept, format)
    return format
  }
}

/** Whether a page is the answer to a request where there is nothing else to give. */
export function asksForPage ({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && prefersPage(headers.accept)
}

/** Whether a program asks for JSON where there is a page, too. */
export function asksForJson ({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\bapplication\/(?:ld\+)?json\b/i.test(accept) && !prefersPage(accept)
}

/**
 * Whether an Accept header is that of somebody who looks at pages: it names HTML, and nothing of ours is wanted more.
 */
function prefersPage (accept = ''): boolean {
  const ranges = accept.split(',').map(parseRange)
  const qualityOf = (type: string): number => ranges.find(({ range }) => range === type)?.quality ?? 0
  const html = qualityOf('text/html')
  return html > 0 && html >= qualityOf('application/json') && html >= qualityOf('application/ld+json')
}

interface Weight { quality: number, specificity: number }

/**
 * The format with the highest weight in an Accept header (RFC 9110, 12.5.1). Of equal ones, a format that is named
 * wins over one that matches a wildcard; then the order of the table counts.
 */
function preferred (accept: string, formats: ReadonlyMap<string, string>): string {
  const ranges = accept.split(',').map(parseRange)
  let best = 'jsonld'
  let most: Weight = { quality: 0, specificity: 0 }
  for (const [format, mediaType] of formats) {
    const weight = weightOf(mediaType, ranges)
    const isMoreSpecific = weight.quality === most.quality && weight.specificity > most.specificity
    if (weight.quality > most.quality || (isMoreSpecific && weight.quality > 0)) {
      best = format
      most = weight
    }
  }
  return best
}

/** The weight of the most specific range that matches a media type. */
function weightOf (mediaType: string, ranges: Array<{ range: string, quality: number }>): Weight {
  const admitting = [mediaType, `${mediaType.split('/', 1)[0]}/*`, '*/*']
  for (const [i, range] of admitting.entries()) {
    const found = ranges.find((candidate) => candidate.range === range)
    if (found !== undefined) return { quality: found.quality, specificity: 3 - i }
  }
  return { quality: 0, specificity: 0 }
}

/** An entry of a header with quality values, such as Accept, in lower case. */
export function parseRange (entry: string): { range: string, quality: number } {
  const [range, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { range: range!, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}
