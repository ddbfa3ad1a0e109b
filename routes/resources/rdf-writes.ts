import type { Answer, Representation } from '../../api/core/answers/answer.js'
import type { Payload, UpdateCall } from '../../api/core/calls/call.js'
import { ApiError, ValidationError, type Operation } from '../../api/core/calls/errors.js'
import type { RdfDocument } from '../../api/move/rdf/description.js'
import {
  creationOf, originalIn, payloadOf, replacementOf, type ConvertedPayload, type ReadDocument
} from '../../api/move/rdf/payload.js'
import type { RdfInput } from '../../api/move/rdf/rdf-input.js'
import type { ResourceApi } from '../../api/resources/definition/resource-api.js'
import type { VitrineRequest } from '../../plugins/http/namespace.js'

/** Writes of resources that are described by RDF. Every statement of a document is stored, reported or refused. */
interface RdfWrites {
  create (request: VitrineRequest, document: RdfDocument, call: UpdateCall): Promise<Answer>
  replace (request: VitrineRequest, document: RdfDocument, id: string, call: UpdateCall): Promise<Answer>
  change (request: VitrineRequest, document: RdfDocument, id: string, call: UpdateCall): Promise<Answer>
}

export function rdfWrites (resource: ResourceApi, rdf: RdfInput): RdfWrites {
  /** Checks access before the document is parsed. */
  async function read (
    operation: Operation, { actor, base }: VitrineRequest, document: RdfDocument, id?: string
  ): Promise<ReadDocument> {
    await resource.authorize(operation, { actor }, id)
    return await rdf.read(document, { api: `${base}/api/`, type: resource.name, id }, String(actor.id))
  }

  async function originalOf (read: ReadDocument, { actor }: UpdateCall): Promise<Representation | undefined> {
    const original = originalIn(read)
    if (original === undefined) return undefined
    try {
      return shown(await resource.read(original, { actor }), read)
    } catch (error) {
      // A resource that the actor may not see is treated as missing.
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  return {
    async create (request, document, call) {
      const found = await read('create', request, document)
      const payload = reported(creationOf(found, await originalOf(found, call)), call)
      return await resource.create(payload, { ...call, strict: true })
    },
    async replace (request, document, id, call) {
      const found = await read('update', request, document, id)
      const change = (current: Answer) => reported(replacementOf(found, shown(current, found)), call)
      return await resource.patch(id, change, { ...call, strict: true })
    },
    async change (request, document, id, call) {
      const found = await read('update', request, document, id)
      const change = (current: Answer) => reported(payloadOf(found, shown(current, found)), call)
      return await resource.patch(id, change, { ...call, strict: true, partial: true })
    }
  }
}

function shown (answer: Answer, { place: { api } }: ReadDocument): Representation {
  return answer.json(api.slice(0, -'/api/'.length)) as Representation
}

/** The payload. What it cannot represent is reported as ignored, or refused in strict mode. @throws ValidationError */
function reported ({ payload, lost }: ConvertedPayload, { strict, onIgnored }: UpdateCall): Payload {
  if (strict === true && lost.size > 0) {
    throw new ValidationError(Object.fromEntries([...lost].map(([key, reason]) => [key, [reason]])))
  }
  if (lost.size > 0) onIgnored?.([...lost.keys()].map((key) => ({ key })))
  return payload
}
