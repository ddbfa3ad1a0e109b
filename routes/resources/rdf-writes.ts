import type { Answer } from '../../api/core/answers/answer.js'
import type { Payload, UpdateCall } from '../../api/core/calls/call.js'
import { ApiError, ValidationError, type Operation } from '../../api/core/calls/errors.js'
import type { RdfDocument } from '../../api/move/rdf/description.js'
import type { ConvertedPayload } from '../../api/move/rdf/payload.js'
import type { RdfInput, ReadDocument } from '../../api/move/rdf/rdf-input.js'
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

  async function originalOf ({ original }: ReadDocument, { actor }: UpdateCall): Promise<Answer | undefined> {
    if (original === undefined) return undefined
    try {
      return await resource.read(original, { actor })
    } catch (error) {
      // A resource that the actor may not see is treated as missing.
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  return {
    async create (request, document, call) {
      const description = await read('create', request, document)
      const payload = payloadOf(description.created(await originalOf(description, call)), call)
      return await resource.create(payload, { ...call, strict: true })
    },
    async replace (request, document, id, call) {
      const description = await read('update', request, document, id)
      const change = (current: Answer) => payloadOf(description.replaced(current), call)
      return await resource.patch(id, change, { ...call, strict: true })
    },
    async change (request, document, id, call) {
      const description = await read('update', request, document, id)
      const change = (current: Answer) => payloadOf(description.changed(current), call)
      return await resource.patch(id, change, { ...call, strict: true, partial: true })
    }
  }
}

/** The payload. What it cannot represent is reported as ignored, or refused in strict mode. @throws ValidationError */
function payloadOf ({ payload, lost }: ConvertedPayload, { strict, onIgnored }: UpdateCall): Payload {
  if (strict === true && lost.size > 0) {
    throw new ValidationError(Object.fromEntries([...lost].map(([key, reason]) => [key, [reason]])))
  }
  if (lost.size > 0) onIgnored?.([...lost.keys()].map((key) => ({ key })))
  return payload
}
