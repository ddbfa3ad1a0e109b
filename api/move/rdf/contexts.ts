import { isJsonObject } from '../../core/calls/given.js'
import { prefixContext, type Prefixes } from '../../core/rdf/context.js'
import { isTerm } from '../../../schemas/shared/values.js'

/** URLs of the Schema.org context that documents use. */
const SCHEMA = new Set(['http://schema.org', 'https://schema.org'].flatMap((address) =>
  [address, `${address}/`, `${address}/docs/jsonldcontext.jsonld`, `${address}/docs/jsonldcontext.json`]))

/** Properties of Schema.org whose values are IRIs, never texts. */
const ADDRESSES_OF_SCHEMA = [
  'acquireLicensePage', 'actionableFeedbackPolicy', 'afterMedia', 'archivedAt', 'associatedDisease', 'beforeMedia',
  'benefitsSummaryUrl', 'codeRepository', 'colleague', 'colorSwatch', 'constraintProperty', 'contentUrl',
  'correctionsPolicy', 'discussionUrl', 'diseasePreventionInfo', 'diseaseSpreadStatistics', 'diversityPolicy',
  'diversityStaffingReport', 'documentation', 'downloadUrl', 'duringMedia', 'embedUrl', 'ethicsPolicy',
  'gameLocation', 'gettingTestedInfo', 'hasGS1DigitalLink', 'hasMap', 'hasMolecularFunction',
  'healthPlanMarketingUrl', 'image', 'inCodeSet', 'inDefinedTermSet', 'installUrl', 'isBasedOn', 'isBasedOnUrl',
  'isInvolvedInBiologicalProcess', 'isLocatedInSubcellularLocation', 'isPartOf', 'labelDetails', 'layoutImage',
  'license', 'logo', 'mainEntityOfPage', 'map', 'maps', 'masthead', 'merchantReturnLink',
  'missionCoveragePrioritiesPolicy', 'newsUpdatesAndGuidelines', 'noBylinesPolicy', 'originalMediaLink',
  'paymentUrl', 'prescribingInfo', 'publicTransportClosuresInfo', 'publishingPrinciples', 'quarantineGuidelines',
  'relatedLink', 'replyToUrl', 'sameAs', 'schoolClosuresInfo', 'screenshot', 'sdLicense', 'season', 'serviceUrl',
  'significantLink', 'significantLinks', 'speakable', 'target', 'targetUrl', 'thumbnailUrl', 'tourBookingPage',
  'trackingUrl', 'travelBans', 'unnamedSourcesPolicy', 'url', 'usageInfo', 'verificationFactCheckingPolicy',
  'webFeed'
]

/** Contexts that ship with the program, for messages. */
export const WELL_KNOWN: readonly string[] = ['https://schema.org/']

/** A known context by its URL: the service's own at any base, or one that ships with the program. */
export function wellKnownContext (address: string, prefixes: Prefixes): object | undefined {
  if (isOwnContext(address)) return prefixContext(prefixes)
  return SCHEMA.has(address) ? schemaContext(prefixes) : undefined
}

/** Both namespaces of Schema.org are in use: the one of this installation's vocabulary takes precedence. */
function schemaContext (prefixes: Prefixes): object {
  const secure = 'https://schema.org/'
  const namespace = Object.values(prefixes).includes(secure) ? secure : 'http://schema.org/'
  const addresses = ADDRESSES_OF_SCHEMA.map((name) => [name, { '@id': `${namespace}${name}`, '@type': '@id' }])
  return { '@vocab': namespace, schema: namespace, id: '@id', type: '@type', ...Object.fromEntries(addresses) }
}

/** Whether this is the URL of the context of a Vitrine or Omeka S service, at any base. */
function isOwnContext (address: string): boolean {
  return /^https?:\/\/[^?#]+\/api-context$/.test(address)
}

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

function isListOfValues (given: unknown): boolean {
  if (!Array.isArray(given)) return given === undefined || given === null
  return given.every((value) => isJsonObject(value) && !hasOtherKeyword(value))
}

function hasOtherKeyword (value: object): boolean {
  for (const key in value) if (key.startsWith('@') && !KEYWORDS.has(key)) return true
  return false
}
