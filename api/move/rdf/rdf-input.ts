import type { Answer } from '../../core/answers/answer.js'
import type { Services } from '../../resources/definition/services.js'
import { ownAddress, type Description, type Place, type RdfDocument } from './description.js'
import type { ContextDocument } from '../../core/rdf/context.js'
import { creationOf, payloadOf, replacementOf, type PayloadContext, type ConvertedPayload } from './payload.js'
import { RdfThread } from './rdf-thread.js'

/** A parsed document; its methods return payloads. */
export interface ReadDocument {
  /**
   * Id of the resource of the same type whose IRI is the document's subject; set when the document is a copy of it.
   */
  readonly original: number | undefined
  /** The payload for creating a resource. @param original the resource of which it is a copy. */
  created (original?: Answer): ConvertedPayload
  /** The payload for replacing a resource. */
  replaced (current: Answer): ConvertedPayload
  /** The payload for changing what the document mentions. */
  changed (current: Answer): ConvertedPayload
}

/** Reads RDF documents. */
export class RdfInput {
  readonly #services: Services
  readonly #context: () => Promise<Answer<ContextDocument>>
  readonly #thread: RdfThread
  readonly #most: number

  /**
   * @param context returns the service's own context.
   * @param options time limit per document in milliseconds, and maximum number of values.
   */
  constructor (
    services: Services, context: () => Promise<Answer<ContextDocument>>,
    { rdfTimeout, valueLimit }: { rdfTimeout: number, valueLimit: number }
  ) {
    this.#services = services
    this.#context = context
    this.#thread = new RdfThread(rdfTimeout)
    this.#most = valueLimit
  }

  /**
   * Reads a document in another thread. Access must have been checked before.
   * @param client clients take turns.
   * @throws BadRequestError, ValidationError, TooLargeError, BusyError
   */
  async read (document: RdfDocument, place: Place, client: string): Promise<ReadDocument> {
    const { '@context': prefixes } = (await this.#context()).json()
    const description = await this.#thread.read({ document, place, prefixes, most: this.#most }, client)
    return readDocument(description, { place, prefixes, terms: await this.#services.store.terms() })
  }

  async close (): Promise<void> {
    await this.#thread.close()
  }
}

function readDocument (description: Description, context: PayloadContext): ReadDocument {
  const { place: { api, type } } = context
  const own = description.subject === null ? undefined : ownAddress(description.subject, api)
  const base = api.slice(0, -'/api/'.length)
  const shown = (answer: Answer) => answer.json(base) as Record<string, unknown>
  return {
    original: own?.type === type ? own.id : undefined,
    created: (original) => creationOf(description, { ...context, current: original && shown(original) }),
    replaced: (current) => replacementOf(description, { ...context, current: shown(current) }),
    changed: (current) => payloadOf(description, { ...context, current: shown(current) })
  }
}
