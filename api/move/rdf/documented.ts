import { isJsonObject } from '../../core/calls/payload.js'
import { isOwnContext } from './contexts.js'

/** Keywords in the documented structure of a value. */
const KEYWORDS: ReadonlySet<string> = new Set(['@value', '@language', '@id', '@annotation'])

/**
 * Whether JSON-LD has the structure that the service documents: without a context or with the service's own, and only
 * with keys that are words of the service or terms. Such a payload is written without RDF processing. With the
 * service's context, which indicates JSON-LD, values must be lists of objects, too.
 */
export function isDocumented (payload: object): boolean {
  if (Array.isArray(payload)) return !payload.some(isJsonObject)
  const given = payload as Record<string, unknown>
  const context = given['@context']
  const isOwn = typeof context === 'string' && isOwnContext(context)
  if (context !== undefined && !isOwn) return false
  for (const key in given) {
    if (key === '@graph' || key === '@included' || key.includes('://') || key.startsWith('urn:')) return false
    if (isOwn && isTerm(key) && !isListOfValues(given[key])) return false
  }
  return true
}

function isTerm (key: string): boolean {
  return !key.startsWith('@') && !key.startsWith('o:') && key.includes(':')
}

function isListOfValues (given: unknown): boolean {
  if (!Array.isArray(given)) return given === undefined || given === null
  return given.every((value) => isJsonObject(value) && !hasOtherKeyword(value))
}

function hasOtherKeyword (value: object): boolean {
  for (const key in value) if (key.startsWith('@') && !KEYWORDS.has(key)) return true
  return false
}
