import { count } from 'drizzle-orm'
import { resource } from '../../../db/tables/index.js'
import { ofTemplate, renewTitles } from '../resource-templates/template-titles.js'
import type { JobClass } from '../../jobs/job-class.js'

/** Titles renewed in one transaction. */
const BATCH = 500

/**
 * Computes the titles of a template's resources anew, with null of those without template, after what they are titled by
 * has changed; where to go on is the last id.
 */
export const renewTitlesJob: JobClass<{ template: number | null }> = {
  name: 'Vitrine\\Job\\RenewTitles',
  async run ({ args: { template }, store, checkpoint, advance, log }) {
    const [{ total } = { total: 0 }] = await store.read.select({ total: count() }).from(resource).where(ofTemplate(template))
    let { after, done } = (checkpoint ?? { after: 0, done: 0 }) as { after: number, done: number }
    for (;;) {
      const { titleId } = await store.terms()
      const ids = await store.write(async (database) => await renewTitles(database, template, titleId, { after, limit: BATCH }))
      if (ids.length === 0) break
      after = ids.at(-1)!
      done += ids.length
      await advance(done, total, { after, done })
    }
    await log(`The titles of ${done} resources were computed anew.`)
  }
}
