import type { ResourceKind } from '../../../db/tables/index.js'
import type { Terms } from '../../../db/query/statements/terms.js'
import type { Representation } from '../../core/answers/answer.js'
import type { Payload } from '../../core/calls/call.js'
import { ErrorCollector, ValidationError } from '../../core/calls/errors.js'
import { isObject } from '../../core/calls/given.js'
import { MADE_KEYS, type Prefixes } from '../../core/rdf/context.js'
import { COMPUTED, OMEKA, TYPE } from '../../core/rdf/terms.js'
import { addToGroup } from '../../core/sequence/group-by.js'
import { knownKeys } from '../../resources/shared/writing/known-keys.js'
import { addressOf, ownAddress, type Description, type Place, type Statement, type Thing } from './description.js'
import { expanded } from './known-values.js'
import { OWN_KEYS, ownKey, type OwnKey } from './own-keys.js'
import { ValueMaker } from './values.js'

/** A parsed document, and what its payload depends on. */
export interface ReadDocument {
  description: Description
  place: Place
  terms: Terms
  prefixes: Prefixes
}

/** A payload in the documented structure, and by key the reasons why it differs from the document. */
export interface ConvertedPayload {
  payload: Payload
  lost: Map<string, string>
}

/** The RDF type and the kind of each resource type. */
const ENTITIES: Readonly<Record<string, { type: string, kind: ResourceKind }>> = {
  items: { type: `${OMEKA}Item`, kind: 'item' },
  item_sets: { type: `${OMEKA}ItemSet`, kind: 'item_set' },
  media: { type: `${OMEKA}Media`, kind: 'media' }
}

const CHARS = 'http://www.w3.org/2011/content#chars'

/** Id of the resource of the same type whose IRI is the document's subject: a document for POST is a copy of it. */
export function originalIn ({ description: { subject }, place: { api, type } }: ReadDocument): number | undefined {
  const own = subject === null ? undefined : ownAddress(subject, api)
  return own?.type === type ? own.id : undefined
}

/**
 * The payload for changing what a document mentions.
 * @param current the resource as the actor sees it; for a copy, its original. Existing values retain their properties
 * that RDF does not express, such as visibility.
 * @throws ValidationError with unknown IRIs, and everything that cannot be stored.
 */
export function payloadOf (document: ReadDocument, current?: Representation): ConvertedPayload {
  const errors = new ErrorCollector()
  const lost = new Map<string, string>()
  const maker = new PayloadMaker(document, current, errors, (key, reason) => lost.set(key, reason))
  const payload = maker.payload(document.description, document.place.type)
  errors.throwIfAny()
  return { payload, lost }
}

/** The payload for creating a resource. @throws ValidationError as `payloadOf`. */
export function creationOf (document: ReadDocument, original?: Representation): ConvertedPayload {
  const { payload, lost } = payloadOf(document, original)
  const media = payload['o:media']
  if (!Array.isArray(media) || !media.some(isReference)) return { payload, lost }
  const { 'o:primary_media': _, ...rest } = payload
  lost.set('o:media', 'The media belongs to another item.')
  return { payload: { ...rest, 'o:media': media.filter((member) => !isReference(member)) }, lost }
}

function isReference (member: unknown): boolean {
  return isObject(member) && 'o:id' in member
}

/**
 * The payload for replacing the current resource. Visibility that the document does not specify is retained.
 * @throws ValidationError also when media would be deleted only because the document does not mention them.
 */
export function replacementOf (document: ReadDocument, current: Representation): ConvertedPayload {
  const { payload, lost } = payloadOf(document, current)
  if (payload['o:is_public'] === undefined) payload['o:is_public'] = current['o:is_public']
  const media = current['o:media']
  if (Array.isArray(media) && media.length > 0 && payload['o:media'] === undefined) {
    throw ValidationError.of('o:media', `The document says nothing of the ${media.length} media of this item, which ` +
      'would be deleted. Name the media that stay, or the empty list, or use PATCH.')
  }
  return { payload, lost }
}

class PayloadMaker {
  readonly #values: ValueMaker
  /** Predicates that an application's listeners have added to the representation. */
  readonly #carried: ReadonlySet<string>

  constructor (
    private readonly context: ReadDocument, private readonly current: Representation | undefined,
    private readonly errors: ErrorCollector, onLoss: (key: string, reason: string) => void
  ) {
    const { place, terms, prefixes } = context
    const base = typeof current?.['@id'] === 'string' ? current['@id'] : addressOf(place)
    this.#values = new ValueMaker({ api: place.api, base, terms, prefixes, errors, onLoss })
    this.#carried = new Set(Object.keys(current ?? {}).filter((key) => terms.properties.byTerm(key) === undefined)
      .map((key) => expanded(key, prefixes)))
  }

  /** @param type a resource type: for media in an item not the document's. */
  payload ({ types, statements }: Description, type: string): Payload {
    const { place } = this.context
    const payload: Payload = {}
    const about = new Map<string, Thing[]>()
    const values: Statement[] = []
    for (const statement of statements) {
      const key = ownKey(statement.predicate)
      if (key !== undefined) addToGroup(about, key, statement.object)
      else if (!this.#isComputed(statement.predicate, type)) values.push(statement)
      else if (statement.predicate === CHARS && statement.object.kind === 'literal') payload.html = statement.object.text
    }
    const known = knownKeys(ENTITIES[type]!.kind, {})
    for (const [key, objects] of about) {
      const spec = OWN_KEYS[type]![key]
      if (spec !== undefined) payload[key] = this.#own(key, spec, objects)
      else if (!known.has(key) && !MADE_KEYS.has(key)) this.errors.add(OMEKA + key.slice('o:'.length), `There is no key "${key}".`)
    }
    if (payload['o:ingester'] === 'url') payload.ingest_url = payload['o:source']
    this.#addClass(payload, types, type)
    const present = type === place.type ? this.current : undefined
    return { ...payload, ...this.#values.valuesOf(values, present) }
  }

  /** Whether the service or an embedding application computes this predicate. */
  #isComputed (predicate: string, type: string): boolean {
    if (this.context.terms.properties.byUri(predicate) !== undefined) return false
    return this.#carried.has(predicate) ||
      (type === 'media' && COMPUTED.some((namespace) => predicate.startsWith(namespace)))
  }

  #own (key: string, spec: OwnKey, objects: readonly Thing[]): unknown {
    if (spec.takes === 'many') return objects.flatMap((object) => this.#member(key, spec.type, object) ?? [])
    const [object, ...others] = objects
    if (others.length > 0) return this.#refuse(key, `Expected one, but there are ${objects.length}.`)
    if (object!.kind === 'none') return null
    if (spec.takes === 'one') return this.#reference(key, spec.type, object!)
    if (spec.takes === 'text') return object!.kind === 'literal' ? object!.text : object!.kind === 'iri' ? object!.iri : this.#refuse(key, 'Expected a text.')
    const text = object!.kind === 'literal' ? object!.text : ''
    if (text === 'true' || text === '1') return true
    return text === 'false' || text === '0' ? false : this.#refuse(key, 'Expected true or false.')
  }

  #member (key: string, type: string, object: Thing): unknown {
    if (object.kind === 'none') return undefined
    if (object.kind === 'node' && type === 'media') return this.payload(object.node, type)
    return this.#reference(key, type, object)
  }

  #reference (key: string, type: string, object: Thing): { 'o:id': number } | undefined {
    const { place: { api }, terms } = this.context
    if (object.kind === 'iri') {
      const own = ownAddress(object.iri, api)
      if (own?.type === type) return { 'o:id': own.id }
      const named = key === 'o:resource_class' ? terms.classes.byUri(object.iri) : undefined
      if (named !== undefined) return { 'o:id': named.id }
    }
    const given = object.kind === 'iri' ? `, got <${object.iri}>` : ''
    return this.#refuse(key, `Expected an address like <${api}${type}/1>${given}.`)
  }

  #addClass (payload: Payload, types: readonly string[], type: string): void {
    const { terms: { classes } } = this.context
    const found = new Set<number>()
    for (const iri of types) {
      const known = classes.byUri(iri)
      if (known !== undefined) found.add(known.id)
      else if (iri.startsWith(OMEKA) && iri !== ENTITIES[type]!.type) {
        this.#refuse(TYPE, `<${iri}> does not fit this address, which expects ${ENTITIES[type]!.type.slice(OMEKA.length)}.`)
      } else if (!COMPUTED.some((namespace) => iri.startsWith(namespace))) {
        this.#refuse(TYPE, `There is no class <${iri}>.`)
      }
    }
    const given = isObject(payload['o:resource_class']) ? payload['o:resource_class']['o:id'] : undefined
    if (typeof given === 'number') found.add(given)
    if (found.size > 1) this.#refuse(TYPE, 'A resource has one class, but the document names several.')
    const [id] = found
    if (id !== undefined) payload['o:resource_class'] = { 'o:id': id }
  }

  #refuse (key: string, message: string): undefined {
    this.errors.add(key, message)
  }
}
