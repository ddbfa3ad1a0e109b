import type { Query } from '../api/call.js'

/**
 * The Content-Type of each format of docs/contract/http.md §8. Of formats that are equally wanted, the first is sent.
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

/** Accept headers whose format is cached. Clients send a handful of different ones, attackers any number. */
const MAX_CACHED = 100

/** Chooses the name of a format. */
type Negotiator = (query: Query, accept: string | undefined) => string

/**
 * Chooses the format of an answer: the parameter `format` when it names one, otherwise what Accept prefers, otherwise
 * JSON-LD. There is no 406.
 *
 * @param added formats besides those of the contract.
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

interface Weight { quality: number, specificity: number }

/**
 * The format that an Accept header gives most weight to (RFC 9110, 12.5.1). Of equal ones the one that is named wins
 * over one that a wildcard admits; then the order of the table.
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

/** The weight of the most specific range that admits a media type. */
function weightOf (mediaType: string, ranges: Array<{ range: string, quality: number }>): Weight {
  const admitting = [mediaType, `${mediaType.split('/', 1)[0]}/*`, '*/*']
  for (const [i, range] of admitting.entries()) {
    const found = ranges.find((candidate) => candidate.range === range)
    if (found !== undefined) return { quality: found.quality, specificity: 3 - i }
  }
  return { quality: 0, specificity: 0 }
}

function parseRange (entry: string): { range: string, quality: number } {
  const [range, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = q === undefined ? 1 : Number(q.slice(2))
  return { range: range!, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}
