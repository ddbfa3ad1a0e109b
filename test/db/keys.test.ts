import { sql } from 'drizzle-orm'
import t from 'tap'
import { keysOf } from '../../db/query/statements/prepared.js'
import { Store } from '../../db/open/store.js'
import { databaseOf } from '../database.js'
import { temporaryFolder } from '../helper.js'

const ROWS = 5000
const HUGE = 1e300

t.test('numbers of rows are read exactly, whether they are few or all different', async (t) => {
  const { database: address = '' } = await databaseOf(await temporaryFolder(t))
  const store = await Store.open(await temporaryFolder(t), {}, { address })
  t.teardown(async () => { await store.close() })
  for (const different of [1, 8, ROWS]) {
    const { ids, keys } = await keysOf(store.read, sql`WITH RECURSIVE n(id) AS
      (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${sql.raw(String(ROWS))})
      SELECT id, CASE id % 10 WHEN 0 THEN NULL WHEN 1 THEN ${sql.raw(String(HUGE))}
        ELSE (id % ${sql.raw(String(different))} - 3) / 8.0 END FROM n`)
    const expected = Array.from({ length: ROWS }, (_, at) => at + 1).flatMap((id): Array<[number, number]> =>
      id % 10 === 0 ? [] : [[id, id % 10 === 1 ? HUGE : (id % different - 3) / 8]])
    const found = Array.from(ids, (id, at): [number, number] => [id, keys[at]!]).sort((a, b) => a[0] - b[0])
    t.same(found, expected, `${different} different numbers`)
  }
})
