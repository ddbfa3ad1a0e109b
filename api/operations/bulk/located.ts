import type { BulkLine } from '../../../schemas/exchange/bulk.js'
import type { BatchWrite } from '../writes.js'
import type { UpdateCall } from '../../core/calls/call.js'
import { NotFoundError, StaleError, type Operation } from '../../core/calls/errors.js'
import type { Operations } from '../operations.js'
import type { WriteContext } from '../../resources/definition/read-context.js'
import { findIdentified, type Identifier } from './identified.js'

/** The operation that was executed, and the id of its resource. */
export interface Done {
  op: 'create' | 'update' | 'delete'
  id: number
}

const OPERATIONS = {
  create: 'create', update: 'update', patch: 'update', upsert: 'update', delete: 'delete'
} as const satisfies Record<BulkLine['op'], Operation>

/** The change of a line without `by`. @throws PermissionError if the actor may never do this. */
export function changeById (
  { op, id, data = {} }: BulkLine, operations: Operations, call: UpdateCall
): BatchWrite<Done> {
  return reporting(OPERATIONS[op], operations.changeOf(OPERATIONS[op], id, data, callFor(op, call)))
}

/**
 * The change of a line with `by`. The resource is looked up before the slow preparation, and again in the transaction,
 * when no other write can change the result.
 *
 * @throws PermissionError if the actor may never do this.
 */
export function changeByIdentifier (
  { op, data = {} }: BulkLine, identifier: Identifier, operations: Operations, call: UpdateCall
): BatchWrite<Done> {
  const { type } = operations
  const known = new Map<number | undefined, BatchWrite<Done>>()
  const changeOf = (id: number | undefined): BatchWrite<Done> => {
    const present = known.get(id)
    if (present !== undefined) return present
    if (id === undefined && op !== 'upsert') throw notFound(type.entity, identifier)
    const operation = id === undefined ? 'create' : OPERATIONS[op]
    const change = reporting(operation, operations.changeOf(operation, id, data, callFor(op, call)))
    known.set(id, change)
    return change
  }
  // Checks the permission first, so that an actor without it learns nothing about existing resources.
  const { operation } = changeOf(op === 'upsert' ? undefined : 0)
  const find = async (context: WriteContext): Promise<number | undefined> =>
    await findIdentified(identifier, type, context)
  let expected: number | undefined
  return {
    operation,
    type,
    async prepare (context) {
      // An earlier change of the transaction may create it, or its property.
      expected = context.terms.properties.byTerm(identifier.term) === undefined ? undefined : await find(context)
      if (expected === undefined && op !== 'upsert') return undefined
      return await changeOf(expected).prepare?.(context)
    },
    async work (context, prepared) {
      const found = await find(context)
      if (found !== expected && type.writer?.prepare !== undefined) throw new StaleError()
      return await changeOf(found).work(context, prepared)
    }
  }
}

function callFor (op: BulkLine['op'], call: UpdateCall): UpdateCall {
  return { ...call, partial: op === 'patch' || op === 'upsert' }
}

function reporting (op: Done['op'] | 'read' | 'search', change: BatchWrite<number>): BatchWrite<Done> {
  return {
    ...change,
    async work (context, prepared) {
      const { result, ...consequences } = await change.work(context, prepared)
      return { ...consequences, result: { op: op as Done['op'], id: result } }
    }
  }
}

function notFound (entity: string, { term, text }: Identifier): NotFoundError {
  return new NotFoundError(`There is no ${entity} with ${term} ${JSON.stringify(text.slice(0, 80))}.`)
}
