import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open } from '../../../app.js'
import { OPERATOR } from '../../../api/core/calls/actor.js'
import { onSqlite } from '../../database.js'
import { dataFolder, title, WITHOUT_THREADS } from '../../helper.js'
import { until } from '../../until.js'

const SQLITE = onSqlite('what PostgreSQL has written is noted by triggers that cannot be passed by')

t.test('a cached answer that is wrong is found, logged, counted, and gone', SQLITE, async (t) => {
  const lines: string[] = []
  const stream = { write: (line: string) => { lines.push(line) } }
  const app = Fastify({ logger: { level: 'error', stream } })
  const api = await open({ data: await dataFolder(t), ...WITHOUT_THREADS })
  app.addHook('onClose', async () => { await api.close() })
  await app.register(vitrine, { api, standalone: true })
  t.teardown(async () => { await app.close() })
  await app.ready()
  await api.items.create({ ...title('Amphora'), 'o:is_public': true }, { actor: OPERATOR })
  const shown = async (url: string): Promise<unknown> => {
    const json = (await app.inject(url)).json() as { 'o:title': string, total?: number } | Array<{ 'o:title': string }>
    return Array.isArray(json) ? json.map((item) => item['o:title']) : json.total ?? json['o:title']
  }
  const metric = async (name: string): Promise<number> =>
    Number(new RegExp(`^vitrine_${name} (\\d+)$`, 'm').exec((await app.inject('/metrics')).body)?.[1])
  /** Requests an address until one of the answers is checked, and waits for the line in the log. */
  const check = async (url: string): Promise<void> => {
    const logged = lines.length
    for (let at = 0; at < 1000; at++) await app.inject(url)
    await until(() => lines.length > logged)
  }

  const lists = '/api/items?sort_by=title&per_page=25'
  t.equal(await shown('/api/items/1'), 'Amphora')
  t.same(await shown(lists), ['Amphora'])
  const facets = '/api/items/facets?facets=dcterms:title'
  for (const [number, url, change, expected] of [
    [1, '/api/items/1', sql`title = 'Kylix', public_title = 'Kylix'`, 'Kylix'],
    [2, lists, sql`is_public = 0`, []],
    [3, facets, sql`is_public = 1`, 1]
  ] as const) {
    const before = await shown(url)
    await api.store.writeUnseen(async (database) => {
      await database.run(sql`UPDATE resource SET ${change} WHERE id = 1`)
      // Past what makes answers stale.
      await database.run(sql`DELETE FROM change_queue`)
    })
    t.same(await shown(url), before, 'the cache is wrong')
    await check(url)
    t.same(await shown(url), expected)
    t.equal(await metric('cache_differences_total'), number)
    t.equal(lines.length, number)
    t.match(JSON.parse(lines.at(-1)!), {
      level: 50, msg: 'A cached answer differed from the database. All cached answers were dropped.', key: /^items /
    })
    t.notMatch(lines.at(-1)!, /Kylix|Amphora/)
  }
})
