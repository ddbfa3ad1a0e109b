import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { NotFoundError } from '../../../../app.js'
import type { Change } from '../../../../api/publish/changes/changes.js'
import type { Call } from '../../../../api/core/calls/call.js'
import { collection, html, link, titled, type Collection, type Json, type TypeName } from '../../collection.js'
import { unchecked } from '../../../helper.js'

const TYPES = ['items', 'item_sets', 'media'] as const

/** Maximum number of resources of a type: few, so that each is changed often. */
const RESOURCES_MAX = 8

/** Members that show what others say, whose changes are those of others. */
const OF_OTHERS = new Set(['@reverse', 'thumbnail_url', 'thumbnail_title', 'thumbnail_type', 'thumbnail_display_urls'])

const ownPart = (shown: Json): unknown =>
  JSON.parse(JSON.stringify(shown, (key, member: unknown) => OF_OTHERS.has(key) ? undefined : member))

/** A generator of numbers that gives the same ones each time (mulberry32). */
function random (seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The resources that a follower has, by address. */
class Mirror {
  readonly kept = new Map<string, unknown>()
  since = 0
  epoch: string | undefined

  constructor (readonly c: Collection, readonly call: Call) {}

  async take ({ op, resource, id }: Change): Promise<void> {
    const address = `${resource}/${id}`
    const found = op === 'delete'
      ? undefined
      : await this.c.get(resource as TypeName, id, this.call).catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error
      })
    if (found === undefined) this.kept.delete(address)
    else this.kept.set(address, ownPart(found))
  }

  /** @returns whether it has everything now. */
  async readOn (limit: number): Promise<boolean> {
    const page = await this.c.api.changes.read({ since: this.since, limit, epoch: this.epoch }, this.call)
    for (const change of page.entries) await this.take(change)
    this.since = page.last
    this.epoch = page.epoch
    return page.done
  }

  /** Everything that the actor sees. */
  async truth (): Promise<Map<string, unknown>> {
    const all = new Map<string, unknown>()
    for (const type of TYPES) {
      const found = (await unchecked(this.c.api, type).search({}, this.call)).json() as Json[]
      for (const one of found) all.set(`${type}/${one['o:id']}`, ownPart(one))
    }
    return all
  }
}

/** Does something or other to a collection. */
function writer (c: Collection, pick: (below: number) => number): () => Promise<unknown> {
  const ids: Record<typeof TYPES[number], number[]> = { items: [], item_sets: [], media: [] }
  const any = (type: typeof TYPES[number]): number | undefined => ids[type][pick(ids[type].length || 1)]
  const owners = [c.id('author'), c.id('researcher'), c.id('editor')]
  const owner = (): object => ({ 'o:owner': { 'o:id': owners[pick(3)]! } })
  const visibility = (): object => ({ 'o:is_public': pick(2) === 0 })
  const values = (): object => ({
    ...titled(`Title ${pick(9)}`),
    'dcterms:description': [{
      type: 'literal',
      property_id: 4,
      '@value': `Text ${pick(99)}`,
      is_public: pick(2) === 0,
      ...(pick(3) === 0 && { '@annotation': { 'dcterms:source': [{ type: 'literal', property_id: 11, '@value': `Note ${pick(9)}` }] } })
    }],
    'dcterms:relation': [any('items'), any('media'), any('item_sets')].filter((id) => id !== undefined).map((id) => link(id))
  })
  const make = async (type: typeof TYPES[number], payload: object): Promise<void> => {
    if (ids[type].length >= RESOURCES_MAX) await remove(type)
    ids[type].push(await c.make(type, payload as Json))
  }
  const change = async (type: typeof TYPES[number], payload: object): Promise<unknown> => {
    const id = any(type)
    return id === undefined ? undefined : await c.patch(type, id, payload as Json)
  }
  const remove = async (type: typeof TYPES[number]): Promise<void> => {
    const [id] = ids[type].splice(pick(ids[type].length || 1), 1)
    if (id !== undefined) await c.api.resource(type).delete(id, c.as.global_admin)
  }
  const sets = (): object => ({ 'o:item_set': [any('item_sets')].filter((id) => id !== undefined).map((id) => ({ 'o:id': id })) })
  const steps: Array<() => Promise<unknown>> = [
    async () => { await make('items', { ...values(), ...visibility(), ...owner(), ...sets(), ...(pick(2) === 0 && { 'o:media': [html()] }) }) },
    async () => { await make('item_sets', { ...values(), ...visibility(), ...owner() }) },
    async () => {
      const item = any('items')
      if (item !== undefined) await make('media', html({ 'o:item': { 'o:id': item }, ...visibility(), ...owner() }))
    },
    async () => await change('items', values()),
    async () => await change('items', sets()),
    async () => await change('media', values()),
    ...TYPES.map((type) => async () => await change(type, visibility())),
    ...TYPES.map((type) => async () => await change(type, owner())),
    async () => { await remove(TYPES[pick(3)]!) }
  ]
  return async () => {
    // A resource that another writer has deleted is a step that does nothing.
    await steps[pick(steps.length)]!().catch((error: unknown) => {
      if ((error as Error).name === 'TypeError') throw error
    })
  }
}

t.test('a client that follows the changes has exactly what it may see, whatever happens', async (t) => {
  const c = await collection(t)
  const pick = random(20261122)
  const mirrors = (['anonymous', 'author', 'researcher', 'reviewer'] as const).map((role) => new Mirror(c, c.as[role]))
  const following = new AbortController()
  const follower = new Mirror(c, c.as.author)
  const followed = (async () => {
    for await (const change of c.api.changes.follow({}, { ...follower.call, signal: following.signal })) {
      if (change.position <= follower.since) t.fail('positions do not ascend')
      follower.since = change.position
      await follower.take(change)
    }
  })()

  const write = writer(c, pick)
  for (let round = 0; round < 60; round++) {
    // Some writes run at the same time, so that they share commits, and some of them fail.
    await Promise.all(Array.from({ length: 1 + pick(8) }, write))
    for (const mirror of mirrors) if (pick(6) === 0) await mirror.readOn(1 + pick(12))
  }

  for (const mirror of mirrors) {
    while (!(await mirror.readOn(50)));
    t.strictSame([...mirror.kept].sort(byName), [...await mirror.truth()].sort(byName))
    const late = new Mirror(c, mirror.call)
    while (!(await late.readOn(7)));
    t.same([...late.kept.keys()].sort(), [...mirror.kept.keys()].sort(), 'who begins now comes to the same')
  }
  const { last } = await c.api.changes.read({}, { ...follower.call })
  const { entries } = await c.api.changes.read({ since: 0, limit: 10_000 }, follower.call)
  const end = entries.at(-1)?.position ?? last
  while (follower.since < end) await delay(5)
  following.abort()
  await followed
  t.strictSame([...follower.kept].sort(byName), [...await follower.truth()].sort(byName))
})

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => one < other ? -1 : 1
