import { sql } from 'drizzle-orm'
import type { Server } from './helper.js'
import { until } from './until.js'

/** Waits until nothing is due. */
export async function indexed ({ api }: Pick<Server, 'api'>): Promise<void> {
  const due = ['fulltext_due', 'site_page_fulltext_due', 'value_due', 'title_due']
  const left = sql.raw(`SELECT 1 WHERE ${due.map((name) => `EXISTS (SELECT 1 FROM ${name})`).join(' OR ')}`)
  await until(async () => (await api.store.read.all(left)).length === 0)
}
