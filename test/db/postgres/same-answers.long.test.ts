import t, { type Test } from 'tap'
import { freshDatabase, removeDatabase } from '../../database.js'
import { dice } from '../../dice.js'
import { build, WITHOUT_THREADS, type Key, type Server } from '../../helper.js'
import { addressesOf } from './fixtures/addresses.js'
import { writeOf, type Write } from './fixtures/writes.js'

/** By hand, other and more writes, and all questions: `SEED=7 WRITES=300 SHARE=1`. */
const { SEED = 20261122, WRITES = 150, SHARE = 12 } = process.env

const WORDS = ['amber', 'basalt', 'cedar', 'the']

const BEGIN = Date.parse('2026-11-22T12:00:00Z')

/** Names by which a server is known, moments of its exports, and what it alone can read. */
const OWN_WORDS = /("(?:epoch|source|moment)":")[^"]+|((?:cursor|epoch|resumptionToken)=)[\w-]+/g

interface Heard { status: number, text: string, link: string, type: unknown, total: unknown }

/** Statements: their order, repetition and names of nodes depend on how many records were read at a time. */
function inAnyOrder (quads: string): string {
  return [...new Set(quads.replaceAll(/_:b\d+/g, '_:b').split('\n'))].sort().join('\n')
}

/** A server on SQLite and one on PostgreSQL, which get each request at the same moment. */
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
      // Whether answers keep to their schemas takes longer than making them.
      const unchecked = { teardown: (work: () => unknown) => { t.teardown(work) } }
      const server = await build(unchecked, { ...WITHOUT_THREADS, database: address })
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
      const { 'content-type': type, 'service-total-results': total } = headers
      const text = options.url.includes('format=nq')
        ? inAnyOrder(body)
        : body.replaceAll(OWN_WORDS, '$1$2')
      return { status: statusCode, text, link: String(headers.link).replaceAll(OWN_WORDS, '$1$2'), type, total }
    }))
    return answers as [Heard, Heard]
  }

  /** A second later. */
  pass (): void {
    this.#moment += 1000
  }
}

/** Says where two answers begin to differ; by their parts, they would take far longer to compare. */
function compare (t: Test, sqlite: Heard, postgres: Heard, request: string): boolean {
  const [one, other] = [JSON.stringify(sqlite), JSON.stringify(postgres)]
  if (sqlite.status >= 500) t.fail(`${sqlite.status} ${sqlite.text}: ${request.slice(0, 300)}`)
  if (one === other) return true
  let begin = 0
  while (one[begin] === other[begin]) begin++
  const around = (text: string): string => text.slice(Math.max(0, begin - 200), begin + 200)
  t.equal(around(other), around(one), request.slice(0, 300))
  return false
}

t.test('equal writes on both databases give equal answers, byte for byte', async (t) => {
  const twins = await Twins.of(t)
  const roll = dice(Number(SEED))
  const found = { items: [] as number[], item_sets: [] as number[], media: [] as number[] }
  const counts = new Map<number, number>()
  for (let step = 0; step < Number(WRITES); step++) {
    twins.pass()
    const write = writeOf(roll, found)
    const [sqlite, postgres] = await twins.ask(roll(4) === 0 ? 1 : 0, write)
    if (!compare(t, sqlite, postgres, `write ${step}: ${JSON.stringify(write)}`)) return
    counts.set(sqlite.status, (counts.get(sqlite.status) ?? 0) + 1)
    if (step % 20 > 0 && step > 20) continue
    for (const type of ['items', 'item_sets', 'media'] as const) {
      const [{ text }] = await twins.ask(0, `/api/${type}?return_scalar=id&per_page=1000`)
      found[type] = Object.values(JSON.parse(text) as object)
    }
  }
  t.ok((counts.get(200) ?? 0) > Number(WRITES) / 2, `enough is written: ${JSON.stringify([...counts])}`)
  const questions = addressesOf()
  const share = Number(SHARE)
  let asked = 0
  for (const who of [0, 1, undefined]) {
    const part = share * (who === 0 ? 1 : 4)
    const own = questions.filter(() => roll(part) === 0)
    const resources = who === 0 ? Object.entries(found).flatMap(([type, ids]) => ids.map((id) => `/api/${type}/${id}`)) : []
    for (const address of [...own, ...resources]) {
      compare(t, ...await twins.ask(who, address), address)
      asked++
    }
  }
  t.ok(asked > 200, `${asked} questions`)
  // One statement searches for so many phrases.
  const pairs = WORDS.flatMap((one) => WORDS.map((other) => `"${one} ${other}"`))
  const [many, same] = await twins.ask(0, `/api/items?sort_by=title&return_scalar=id&fulltext_search=${encodeURIComponent(`京 ${pairs.join(' ')}`)}`)
  t.ok(Object.keys(JSON.parse(many.text) as object).length > 1)
  compare(t, many, same, 'many phrases')
})
