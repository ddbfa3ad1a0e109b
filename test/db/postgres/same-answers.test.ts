import t, { type Test } from 'tap'
import { freshDatabase, removeDatabase } from '../../database.js'
import { dice } from '../../dice.js'
import { build, WITHOUT_THREADS, type Key, type Server } from '../../helper.js'
import { addressesOf } from './fixtures/addresses.js'
import { writeOf, type Write } from './fixtures/writes.js'

const BEGIN = Date.parse('2026-11-22T12:00:00Z')

/** Names by which a server is known, and moments of its exports. */
const OWN_WORDS = /"(epoch|source|moment)":"[^"]*"/g

interface Heard { status: number, body: string, headers: Record<string, unknown> }

/** A server on SQLite and one on PostgreSQL, which are asked the same at the same moment. */
class Twins {
  #moment = BEGIN
  readonly #servers: Server[] = []
  readonly #keys = new Map<Server, Key[]>()

  static async of (t: Test): Promise<Twins> {
    const twins = new Twins()
    const { now } = Date
    Date.now = () => twins.#moment
    t.teardown(() => { Date.now = now })
    const database = await freshDatabase()
    t.teardown(async () => { await removeDatabase(database) })
    for (const address of ['', database]) {
      const server = await build(t, { ...WITHOUT_THREADS, database: address })
      twins.#servers.push(server)
      twins.#keys.set(server, [await server.account('global_admin'), await server.account('author')])
    }
    return twins
  }

  /** The answers of both. @param who an account; undefined: anonymous. */
  async ask (who: number | undefined, request: Write | string): Promise<[Heard, Heard]> {
    const options = typeof request === 'string' ? { method: 'GET' as const, url: request } : request
    const answers = await Promise.all(this.#servers.map(async (server): Promise<Heard> => {
      const as = who === undefined ? {} : { as: this.#keys.get(server)![who]! }
      const { statusCode, body, headers } = await server.send({ ...options, ...as })
      const { etag, link, 'content-type': type, 'service-total-results': total } = headers
      return { status: statusCode, body: body.replaceAll(OWN_WORDS, '"$1":…'), headers: { etag, link, type, total } }
    }))
    return answers as [Heard, Heard]
  }

  /** A second later. */
  pass (): void {
    this.#moment += 1000
  }
}

t.test('the same writes make the same answers, byte for byte', async (t) => {
  const twins = await Twins.of(t)
  const roll = dice(20261122)
  const found = { items: [] as number[], item_sets: [] as number[], media: [] as number[] }
  const counts = new Map<number, number>()
  for (let step = 0; step < 300; step++) {
    twins.pass()
    const write = writeOf(roll, found)
    const [sqlite, postgres] = await twins.ask(roll(4) === 0 ? 1 : 0, write)
    if (!t.same(postgres, sqlite, `write ${step}: ${JSON.stringify(write)}`)) return
    counts.set(sqlite.status, (counts.get(sqlite.status) ?? 0) + 1)
    if (step % 10 > 0 && step > 20) continue
    for (const type of ['items', 'item_sets', 'media'] as const) {
      const [{ body }] = await twins.ask(0, `/api/${type}?return_scalar=id&per_page=1000`)
      found[type] = Object.values(JSON.parse(body) as object)
    }
  }
  t.ok((counts.get(200) ?? 0) > 150, `enough is written: ${JSON.stringify([...counts])}`)
  const same = async (who: number | undefined, address: string): Promise<Heard> => {
    const [sqlite, postgres] = await twins.ask(who, address)
    if (sqlite.status >= 500) t.fail(`${sqlite.status}: ${address.slice(0, 200)}`)
    // Comparing them by parts takes far longer.
    if (JSON.stringify(postgres) !== JSON.stringify(sqlite)) t.same(postgres, sqlite, address.slice(0, 300))
    return sqlite
  }
  let asked = 0
  for (const who of [0, 1, undefined]) {
    const everything = [
      ...addressesOf().filter((_, at) => who === 0 || at % 5 === (who ?? 2)),
      ...Object.entries(found).flatMap(([type, ids]) => ids.map((id) => `/api/${type}/${id}`))
    ]
    for (const address of everything) {
      await same(who, address)
      asked++
    }
  }
  t.ok(asked > 2000, `${asked} questions`)
})
