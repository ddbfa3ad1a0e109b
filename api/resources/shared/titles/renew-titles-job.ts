import { count } from 'drizzle-orm'
import { resource } from '../../../../db/tables/index.js'
import { ofTemplate, renewTitles } from './template-titles.js'
import type { JobClass } from '../../../runtime/jobs/job-class.js'

/** Number of titles recomputed in one transaction. */
const BATCH_TITLES = 500

/**
 * Recomputes the titles of the resources of a template (null: of resources without one) after its title property has
 * changed. The checkpoint is the id of the last finished resource.
 */
export const renewTitlesJob: JobClass<{ template: number | null }> = {
  name: 'Vitrine\\Job\\RenewTitles',
  async run ({ args: { template }, store, checkpoint, advance, log }) {
    const [{ total } = { total: 0 }] = await store.read.select({ total: count() }).from(resource)
      .where(ofTemplate(template))
    let { after, done } = (checkpoint ?? { after: 0, done: 0 }) as { after: number, done: number }
    for (;;) {
      const { titleId } = await store.terms()
      const ids = await store.write(async (database) => await renewTitles(
        database,
        template,
        titleId,
        { after, limit: BATCH_TITLES }
      ))
      if (ids.length === 0) break
      after = ids.at(-1)!
      done += ids.length
      await advance(done, total, { after, done })
    }
    await log(`The titles of ${done} resources were computed again.`)
  }
}
