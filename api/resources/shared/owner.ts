import { user } from '../../../db/tables/index.js'
import { checkPrivilege } from '../../access/access.js'
import type { Payload } from '../../call.js'
import { isNumeric } from '../../numbers.js'
import type { WriteContext } from '../../write-context.js'
import { findRow } from './references.js'
import { givenId } from '../../payload.js'

/**
 * The owner of a new row (docs/contract/acl.md §4.3).
 *
 * @param inherited who owns it unless the payload says otherwise: for media the item's owner.
 * @throws PermissionError, NotFoundError
 */
export async function ownerOfNew (
  context: WriteContext,
  entity: string,
  payload: Payload,
  inherited: number | null = null
): Promise<number | null> {
  const id = givenId(payload['o:owner'])
  if (id !== undefined && id !== null && isNumeric(id) && Number(id) !== inherited) {
    checkPrivilege(context.actor, 'change-owner', { entity })
    if (Number(id) !== 0) return await findRow(context, user, 'User', id)
  }
  return inherited ?? context.actor.id
}

/** The owner after an update; unchanged unless `o:owner` is an object with `o:id`. */
export async function ownerAfter (
  context: WriteContext,
  entity: string,
  payload: Payload,
  current: number | null
): Promise<number | null> {
  const id = givenId(payload['o:owner'])
  if (id === undefined) return current
  const wanted = isNumeric(id) ? Number(id) : null
  if (wanted === current) return current
  checkPrivilege(context.actor, 'change-owner', { entity })
  return isNumeric(id) ? await findRow(context, user, 'User', id) : null
}
