import { eq } from 'drizzle-orm'
import { job } from '../../../db/tables/index.js'
import type { ResourceWriter } from '../../resource-type.js'

/** Jobs are told nothing from outside: an update is accepted and changes nothing (contract/admin-resources.md §8). */
export const jobWriter: ResourceWriter = {
  update: async () => ({}),

  async delete ({ database }, id) {
    await database.delete(job).where(eq(job.id, id))
    return {}
  }
}
