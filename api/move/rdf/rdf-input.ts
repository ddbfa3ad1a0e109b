import type { Answer } from '../../core/answers/answer.js'
import type { Services } from '../../resources/definition/services.js'
import { ownAddress, type Description, type Place, type RdfDocument } from './description.js'
import type { Prefixes } from './contexts.js'
import { creationOf, payloadOf, replacementOf, type PayloadContext, type Said } from './payload.js'
import { RdfThread } from './rdf-thread.js'

/** A document that was understood, as the payloads that it means. */
export interface ReadDocument {
  /** Id of the resource of the same type that it describes by its address, as a copy of it does. */
  readonly original: number | undefined
  /** The payload of a new resource. @param original of which it is a copy. */
  created (original?: Answer): Said
  /** The payload that replaces a resource. */
  replaced (current: Answer): Said
  /** The payload that changes what it speaks of. */
  changed (current: Answer): Said
}

/** Reads documents of RDF. */
export class RdfInput {
  readonly #services: Services
  readonly #context: () => Promise<Answer>
  readonly #thread: RdfThread
  readonly #most: number

  /**
   * @param context the service's own. @param options how long a document may take in milliseconds, and how many values
   *   it may give.
   */
  constructor (
    services: Services, context: () => Promise<Answer>,
    { rdfTimeout, valueLimit }: { rdfTimeout: number, valueLimit: number }
  ) {
    this.#services = services
    this.#context = context
    this.#thread = new RdfThread(rdfTimeout)
    this.#most = valueLimit
  }

  /**
   * Reads a document in a thread of its own. Access has to be checked before.
   *
   * @param client takes turns with other clients.
   * @throws BadRequestError, ValidationError, TooLargeError, BusyError
   */
  async read (document: RdfDocument, place: Place, client: string): Promise<ReadDocument> {
    const { '@context': prefixes } = (await this.#context()).json() as { '@context': Prefixes }
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
