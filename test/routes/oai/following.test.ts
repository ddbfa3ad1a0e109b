import t from 'tap'
import { Headers } from '../../../api/publish/oai/headers.js'
import { OPERATOR } from '../../../app.js'
import { dice } from '../../dice.js'
import { build, title } from '../../helper.js'
import { Harvester, type Harvested } from './harvester.js'

const BY_OPERATOR = { actor: OPERATOR }
const STEPS = 90

/** Item sets: items come to and leave the first; to the second they only come. */
const [LOOSE, FIRM] = [1, 2]

/** The records of a harvester that were not deleted, by identifier. */
class Mirror {
  readonly records = new Map<string, Omit<Harvested, 'datestamp'>>()
  readonly #harvester: Harvester
  readonly #args: Record<string, string>
  #from: { from?: string } = {}

  constructor (harvester: Harvester, args: Record<string, string>) {
    this.#harvester = harvester
    this.#args = { metadataPrefix: 'rdf', ...args }
  }

  /** Asks for what has changed since the date of the response to the last harvest. */
  async follow (): Promise<void> {
    for await (const { datestamp, ...record } of this.#harvester.list('ListRecords', { ...this.#args, ...this.#from })) {
      if (record.isDeleted) this.records.delete(record.identifier)
      else this.records.set(record.identifier, record)
    }
    this.#from = { from: this.#harvester.date }
  }

  get sorted (): unknown[] {
    return [...this.records].sort()
  }
}

t.test('incremental harvests give the records of a complete harvest, and of the API', async (t) => {
  const { app, api } = await build(t)
  // The log has times in seconds; the clock of this test advances with every step.
  const { now } = Date
  let offset = 0
  Date.now = () => now() + offset
  t.teardown(() => { Date.now = now })
  const roll = dice(15)
  const harvester = new Harvester('http://localhost/oai', async (query) => await app.inject(`/oai?${query}`))
  for (const name of ['Loose', 'Firm']) await api.itemSets.create(title(name), BY_OPERATOR)
  const items: number[] = []
  const some = (): number => items[roll(items.length)]!
  const payload = (name: string) => ({
    ...title(name),
    'o:item_set': [LOOSE, FIRM].filter(() => roll(2) === 0).map((id) => ({ 'o:id': id })),
    'o:is_public': roll(4) > 0,
    ...(items.length > 0 && {
      'dcterms:relation': [{ type: 'resource' as const, property_id: 13, value_resource_id: some() }]
    })
  })
  const create = async (step: number): Promise<void> => {
    items.push(Number((await api.items.create(payload(`New ${step}`), BY_OPERATOR)).id))
  }
  const patch = async (change: { 'o:is_public'?: boolean } & Partial<ReturnType<typeof title>>): Promise<void> => {
    await api.items.update(some(), change, { ...BY_OPERATOR, partial: true })
  }
  const sets = async (id: number): Promise<number[]> =>
    (await api.items.read(id, BY_OPERATOR)).json()['o:item_set'].map((set) => set['o:id'])
  const steps: ReadonlyArray<(step: number) => Promise<void>> = [
    create,
    create,
    async (step) => { await patch(title(`Renamed ${step}`)) },
    async () => { await patch({ 'o:is_public': true }) },
    async () => { await patch({ 'o:is_public': false }) },
    async () => {
      const id = some()
      const kept = (await sets(id)).filter((set) => set === FIRM || roll(2) === 0)
      const change = { 'o:item_set': [...kept, LOOSE].map((set) => ({ 'o:id': set })).slice(0, kept.length + roll(2)) }
      await api.items.update(id, change, { ...BY_OPERATOR, partial: true })
    },
    async () => {
      const id = some()
      items.splice(items.indexOf(id), 1)
      await api.items.delete(id, BY_OPERATOR)
    },
    async () => { await api.itemSets.update(LOOSE, { 'o:is_public': roll(2) === 0 }, { ...BY_OPERATOR, partial: true }) }
  ]

  const selections: Array<Record<string, string>> = [{}, { set: `item_set_${FIRM}` }]
  const mirrors = selections.map((args) => ({ args, mirror: new Mirror(harvester, args) }))
  for (let step = 0; step < STEPS; step++) {
    offset += roll(15) * 1000
    await (items.length < 4 ? create : steps[roll(steps.length)]!)(step)
    for (const { mirror } of mirrors) if (roll(6) === 0) await mirror.follow()
    if (step % 30 !== 29) continue
    for (const { args, mirror } of mirrors) {
      await mirror.follow()
      const whole = new Mirror(harvester, args)
      await whole.follow()
      t.same(mirror.sorted, whole.sorted)
      const shown = (await api.items.search({ page: '', ...(args.set !== undefined && { item_set_id: FIRM }) })).json()
      t.same([...whole.records.keys()].sort(), shown.map((item) => `oai:localhost:items/${item['o:id']}`).sort())
      t.ok(whole.records.size > 2)
      // Large item sets are found in another way than small ones.
      const listed = async (...size: number[]) =>
        await new Headers(api.store.read, ...size).list({ ...args, from: 1 }, 0, 1000)
      t.same(await listed(0), await listed())
    }
  }
})

t.test('the header of a hidden item names its former public sets, and no other', async (t) => {
  const { app, api } = await build(t)
  const harvester = new Harvester('http://localhost/oai', async (query) => await app.inject(`/oai?${query}`))
  const sets: number[] = []
  for (const name of ['Seen', 'Joined in hiding', 'Left in hiding']) {
    sets.push(((await api.itemSets.create(title(name), BY_OPERATOR)).json() as { 'o:id': number })['o:id'])
  }
  const [seen, joined, left] = sets as [number, number, number]
  const members = (...ids: number[]) => ({ 'o:item_set': ids.map((id) => ({ 'o:id': id })) })
  const make = async () => ((await api.items.create({ ...title('Item'), ...members(seen, left) }, BY_OPERATOR)).json() as
    { 'o:id': number })['o:id']
  const change = async (id: number, payload: Parameters<typeof api.items.update>[1]) => {
    await api.items.update(id, payload, { ...BY_OPERATOR, partial: true })
  }
  const specs = async (set?: number): Promise<string[]> => {
    const found: string[] = []
    const args = { metadataPrefix: 'oai_dc', ...(set !== undefined && { set: `item_set_${set}` }) }
    for await (const header of harvester.list('ListIdentifiers', args)) {
      found.push(`${header.identifier.split('/').at(-1)!} ${header.isDeleted} ${header.sets.join(' ')}`)
    }
    return found
  }
  const [hidden, deleted] = [await make(), await make()]
  for (const id of [hidden, deleted]) {
    await change(id, { 'o:is_public': false, ...members(seen, left, joined) })
    await change(id, members(joined))
  }
  await api.items.delete(deleted, BY_OPERATOR)
  const before = `item_set_${seen} item_set_${left}`
  t.same(await specs(), [`${hidden} true ${before}`, `${deleted} true ${before}`])
  t.same(await specs(joined), [])
  await change(hidden, { 'o:is_public': true })
  t.same(await specs(joined), [`${hidden} false item_set_${joined}`])
})
