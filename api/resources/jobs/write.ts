import { eq } from 'drizzle-orm'
import { job } from '../../../db/tables/index.js'
import type { ResourceWriter } from '../definition/resource-type.js'

/** Updates of jobs are accepted and change nothing (docs/contract/admin-resources.md §8). */
export const jobWriter: ResourceWriter = {
  update: async () => ({}),

  async delete ({ database }, id) {
    await database.delete(job).where(eq(job.id, id))
    return {}
  }
}
