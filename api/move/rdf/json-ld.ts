import { ErrorCollector, ValidationError } from '../../core/calls/errors.js'
import { isObject } from '../../core/calls/given.js'
import { prefixContext, type Prefixes } from '../../core/rdf/context.js'
import type { Quad } from '../../core/rdf/terms.js'
import { quadsInJsonLd } from './documents.js'
import { wellKnownContext, WELL_KNOWN } from './contexts.js'

/** Further errors are not reported. */
const ERRORS_MAX = 20

/** Keys of a represented value that are for display only and have no meaning in RDF. */
const FOR_DISPLAY = new Set([
  'type', 'property_id', 'property_label', 'is_public', 'value_resource_id', 'value_resource_name', 'url',
  'display_title', 'thumbnail_url', 'thumbnail_title', 'thumbnail_type'
])

/** What jsonld drops silently, with the message for the client. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'invalid property': 'The context does not say which IRI this key stands for.',
  'reserved term': 'Words that begin with @ are reserved.',
  'invalid @language value': 'This is not a language tag.',
  'relative @type reference': 'The context does not say which IRI this type stands for.',
  'relative @vocab reference': '@vocab must be an IRI.',
  'relative predicate reference': 'The context does not say which IRI this key stands for.',
  'relative subject reference': 'This is not an IRI.',
  'relative object reference': 'This is not an IRI.',
  'relative graph reference': 'This is not an IRI.',
  'blank node predicate': 'A property must have an IRI.',
  'reserved @id value': 'Words that begin with @ are reserved.',
  'reserved @reverse value': 'Words that begin with @ are reserved.',
  'free-floating scalar': 'This text belongs to no property.',
  'rdfDirection not set': 'The direction of a text cannot be stored.'
}

type Event = { code: string, details: Record<string, unknown> }

/**
 * The statements of any JSON-LD document. Nothing is fetched: contexts must be in the document or known here.
 * @param base base of relative IRIs.
 * @param prefixes the service's own context.
 * @throws ValidationError that names undefined keys, the unknown context, or what is not JSON-LD.
 */
export async function quadsOfJsonLd (document: unknown, base: string, prefixes: Prefixes): Promise<Quad[]> {
  const errors = new ErrorCollector()
  const reported = new Set<string>()
  const contextOf = async (address: string): Promise<object> => {
    const context = wellKnownContext(address, prefixes)
    if (context === undefined) throw unknownContext(address)
    return { '@context': context }
  }
  const eventHandler = ({ event: { code, details } }: { event: Event }): void => {
    const message = LEFT_OUT[code]
    if (message === undefined || reported.size >= ERRORS_MAX) return
    const [key] = [details.property, details.type, details.language, details.id, ...Object.values(details)]
      .filter((one) => typeof one === 'string')
    const name = key ?? '@graph'
    if (reported.has(name)) return
    reported.add(name)
    errors.add(name, message)
  }
  let quads
  try {
    quads = await quadsInJsonLd(withoutDisplay(document), base, contextOf, {
      eventHandler, ...(!hasContext(document) && { expandContext: prefixContext(prefixes) })
    })
  } catch (error) {
    throw refusalOf(error)
  }
  errors.throwIfAny()
  return quads
}

function hasContext (document: unknown): boolean {
  return Array.isArray(document) || (isObject(document) && document['@context'] !== undefined)
}

/**
 * The document without display-only members of represented values. JSON literals stay as they are: the data of a media
 * may be the payload that it was made of.
 */
function withoutDisplay (given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutDisplay)
  if (!isObject(given) || given['@type'] === '@json') return given
  const isValue = 'property_label' in given || 'property_id' in given
  if (isValue && given.is_public === false) {
    throw ValidationError.of('is_public',
      'Only the JSON structure that the service documents can make a value private, not other JSON-LD.')
  }
  const members = Object.entries(given).filter(([key]) =>
    !(isValue && FOR_DISPLAY.has(key)) && key !== 'thumbnail_display_urls')
  return Object.fromEntries(members.map(([key, value]) =>
    [key, key === '@context' || key === 'o:data' ? value : withoutDisplay(value)]))
}

function unknownContext (address: string): ValidationError {
  return ValidationError.of('@context', `The context ${address} is not known here, and nothing is fetched. ` +
    `Put its terms into the document. Known are /api-context of this service, ${WELL_KNOWN.join(', ')}.`)
}

/** The error that jsonld has wrapped, or its own code. */
function refusalOf (error: unknown): Error {
  for (let cause = error; isObject(cause); cause = (cause as { details?: { cause?: unknown } }).details?.cause) {
    if (cause instanceof ValidationError) return cause
  }
  const { name, message, details } = error as Error & { details?: { code?: string, term?: string } }
  // On unexpected input jsonld throws plain JavaScript errors.
  if (!String(name).startsWith('jsonld.')) return ValidationError.of('error', `This JSON-LD cannot be read: ${message}`)
  const term = typeof details?.term === 'string' ? ` (${details.term})` : ''
  return ValidationError.of('@context', `This is not valid JSON-LD: ${message} ${details?.code ?? ''}${term}`.trim())
}
