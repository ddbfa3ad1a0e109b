import { BULK_OPERATIONS, type BulkLine, type BulkOperation } from '../../../schemas/exchange/bulk.js'
import { ErrorCollector } from '../../core/calls/errors.js'
import { isJsonObject, toId } from '../../core/calls/given.js'
import { nearestTo } from '../../core/calls/unknown-keys.js'

const KEYS = ['op', 'resource', 'id', 'by', 'data']

/** Maximum number of characters of a wrong key that a message repeats. */
const NAME_MAX_CHARACTERS = 80

/**
 * Validates one change.
 *
 * @param names names of the resource types. @throws ValidationError with all defects, by key.
 */
export function readBulkLine (given: unknown, names: readonly string[]): BulkLine {
  const errors = new ErrorCollector()
  if (!isJsonObject(given)) {
    errors.add('error', 'A line must be a JSON object like {"op": "create", "resource": "items", "data": {…}}.')
    errors.throwIfAny()
  }
  const { op, resource, id, by, data } = given as Record<string, unknown>
  for (const key of Object.keys(given as object)) {
    if (KEYS.includes(key)) continue
    errors.add(key.slice(0, NAME_MAX_CHARACTERS), `A line has no such key; expected ${KEYS.join(', ')}.`)
  }
  if (!BULK_OPERATIONS.includes(op as BulkOperation)) {
    errors.add('op', `Expected one of ${BULK_OPERATIONS.join(', ')}.`)
  } else checkTarget(op as BulkOperation, given as Record<string, unknown>, errors)
  if (typeof resource !== 'string' || !names.includes(resource)) {
    const near = typeof resource === 'string' ? nearestTo(resource, names) : undefined
    errors.add('resource', `Expected the name of a resource type.${near === undefined ? '' : ` Did you mean "${near}"?`}`)
  }
  if (id !== undefined && toId(id) === undefined) errors.add('id', 'Expected the id of a resource.')
  if (by !== undefined && typeof by !== 'string') errors.add('by', 'Expected the term of a property.')
  if (data !== undefined && !isJsonObject(data)) errors.add('data', 'Expected a JSON object.')
  errors.throwIfAny()
  return given as BulkLine
}

/** Checks that a line identifies its resource as its operation requires. */
function checkTarget (op: BulkOperation, { id, by, data }: Record<string, unknown>, errors: ErrorCollector): void {
  if (op === 'create') {
    if (id !== undefined) errors.add('id', 'A new resource gets its id from the server.')
    if (by !== undefined) errors.add('by', 'Nothing is looked for: use "upsert" to change what is there already.')
  } else if (op === 'upsert') {
    if (id !== undefined) errors.add('id', 'Give "by", by which it is found if it is there.')
    if (by === undefined) errors.add('by', 'Expected the term of a property, for example "dcterms:identifier".')
  } else if ((id === undefined) === (by === undefined)) {
    errors.add('id', 'Give the id of the resource, or "by", but not both.')
  }
  const needsData = op !== 'delete' || by !== undefined
  if (needsData && data === undefined) errors.add('data', 'Expected a JSON object.')
}
