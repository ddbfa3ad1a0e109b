import { and, eq, lte, max } from 'drizzle-orm'
import { itemItemSet, itemSet } from '../../../db/tables/index.js'
import { toFlag } from '../../core/calls/given.js'
import type { ResourceWriter } from '../definition/resource-type.js'
import { Turns } from '../../core/sequence/turns.js'
import type { WriteContext } from '../definition/read-context.js'
import { Fields } from '../shared/writing/fields.js'
import { deleteResources } from '../shared/writing/delete-resources.js'
import { insertResource, newResource, updateResource } from '../shared/writing/write.js'

/** Number of memberships that one statement removes, in a few milliseconds. */
const MEMBERS_PER_STATEMENT = 500

/** Item sets (docs/contract/resources.md §10). */
export const itemSetWriter: ResourceWriter = {
  async create (context, payload) {
    const resource = await newResource(context, 'item_set', payload)
    return await insertResource(context, { ...resource, isOpen: toFlag(payload['o:is_open']) })
  },

  async update (context, id, payload, call) {
    await updateResource(context, id, payload, call)
    const fields = new Fields(payload, call)
    if (fields.isGiven('o:is_open')) {
      await context.database.update(itemSet).set({ isOpen: fields.flag('o:is_open', false) }).where(eq(itemSet.id, id))
    }
    return {}
  },

  async delete (context, id) {
    await removeMembers(context, id)
    await deleteResources(context.database, [id])
    return {}
  }
}

/**
 * Removes the memberships of a set before it is deleted, in batches; deleting the set would remove all in one long
 * statement.
 */
async function removeMembers ({ database }: WriteContext, id: number): Promise<void> {
  const turns = new Turns()
  for (;;) {
    const some = database.select({ id: itemItemSet.itemId }).from(itemItemSet).where(eq(itemItemSet.itemSetId, id))
      .orderBy(itemItemSet.itemId).limit(MEMBERS_PER_STATEMENT).as('some')
    const [row] = await database.select({ last: max(some.id) }).from(some)
    if (row?.last === null || row === undefined) return
    await database.delete(itemItemSet).where(and(eq(itemItemSet.itemSetId, id), lte(itemItemSet.itemId, row.last)))
    await turns.next()
  }
}
