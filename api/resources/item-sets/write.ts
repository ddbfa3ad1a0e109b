import { eq } from 'drizzle-orm'
import { itemSet } from '../../../db/tables/index.js'
import { toFlag } from '../../numbers.js'
import type { ResourceWriter } from '../../resource-type.js'
import { createResource, deleteResource, updateResource } from '../shared/write.js'

/** Item sets (docs/contract/resources.md §10). */
export const itemSetWriter: ResourceWriter = {
  async create (context, payload) {
    const id = await createResource(context, 'item_set', payload)
    await context.database.insert(itemSet).values({ id, isOpen: toFlag(payload['o:is_open']) })
    return id
  },

  async update (context, id, payload, call) {
    await updateResource(context, id, payload, call)
    if (call.partial !== true || 'o:is_open' in payload) {
      await context.database.update(itemSet).set({ isOpen: toFlag(payload['o:is_open']) }).where(eq(itemSet.id, id))
    }
    return {}
  },

  async delete (context, id) {
    await deleteResource(context, [id])
    return {}
  }
}
