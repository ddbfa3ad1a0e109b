import { user } from '../../../../db/tables/index.js'
import { checkPrivilege } from '../../../access/access.js'
import { admins, type Privilege } from '../../../access/rules.js'
import type { Payload } from '../../../core/calls/call.js'
import { isNumeric } from '../../../core/text/numbers.js'
import type { WriteContext } from '../../definition/write-context.js'
import { findRow } from './references.js'
import { referencedId } from '../../../core/calls/payload.js'

const CHANGE_OWNER: Privilege = { name: 'change-owner', grants: admins() }

/**
 * The owner of a new row (docs/contract/acl.md §4.3).
 *
 * @param inherited the default owner if the payload contains none: for media, the owner of the item. @throws
 * PermissionError, NotFoundError
 */
export async function ownerOfNew (
  context: WriteContext,
  entity: string,
  payload: Payload,
  inherited: number | null = null
): Promise<number | null> {
  const id = referencedId(payload['o:owner'])
  if (id !== undefined && id !== null && isNumeric(id) && Number(id) !== inherited) {
    checkPrivilege(context.actor, CHANGE_OWNER, entity)
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
  const id = referencedId(payload['o:owner'])
  if (id === undefined) return current
  const wanted = isNumeric(id) ? Number(id) : null
  if (wanted === current) return current
  checkPrivilege(context.actor, CHANGE_OWNER, entity)
  return isNumeric(id) ? await findRow(context, user, 'User', id) : null
}
