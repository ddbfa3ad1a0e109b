import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import t from 'tap'
import vitrine, { open, sql } from '../../app.js'
import { keptIn } from '../database.js'
import { dataFolder, title, WITHOUT_THREADS } from '../helper.js'

const OPERATOR = { id: null, role: 'global_admin' } as const

async function started (settings: Parameters<typeof open>[0]) {
  const app = Fastify()
  const api = await open(settings)
  app.addHook('onClose', async () => { await api.close() })
  await app.register(vitrine, { api })
  await app.ready()
  return { app, api }
}

for (const [size, values, madeAhead] of [['large', 60_000, 3], ['small', 10, 0]] as const) {
  t.test(`of a ${size} collection, ${madeAhead} items are there when a server begins`, async (t) => {
    const settings = { ...await keptIn(await dataFolder(t)), ...WITHOUT_THREADS }
    const before = await open(settings)
    await before.items.batchCreate([title('Amphora'), title('Bowl'), title('Cup')], { actor: OPERATOR })
    await before.items.create({ ...title('Draft'), 'o:is_public': false }, { actor: OPERATOR })
    await before.store.write(async (database) => { await database.run(sql`UPDATE value SET id = id + ${values}`) })
    await before.close()
    // The first server of a collection writes what later ones need, and so changes what may be kept.
    await (await started(settings)).app.close()

    const { app, api } = await started(settings)
    t.teardown(async () => { await app.close() })
    const made = async (): Promise<number> => (await api.monitor.figures()).cache.representations.misses
    while (await made() < madeAhead) await delay(10)
    t.equal(await made(), madeAhead)
    const { body } = await app.inject('/api/items')
    const titles = (JSON.parse(body) as Array<Record<string, string>>).map((item) => item['o:title'])
    t.same(titles.sort(), ['Amphora', 'Bowl', 'Cup'])
    t.equal(await made(), 3, madeAhead === 0 ? 'made for the request' : 'not made again')
  })
}
