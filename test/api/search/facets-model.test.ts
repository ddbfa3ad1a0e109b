import { sql, type SQL } from 'drizzle-orm'
import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { sortKey } from '../../../db/keys/collation/index.js'
import { dice, type Roll } from '../../dice.js'
import { EVERYTHING } from '../../../db/changes/change-log.js'
import { collection, link, literal, PROPERTY, refusal, titled, uri, type Collection, type Json } from '../collection.js'
import { unchecked } from '../../helper.js'

const READERS = ['anonymous', 'author', 'editor'] as const
type Reader = typeof READERS[number]

const TERMS = ['dcterms:subject', 'dcterms:relation', 'dcterms:title', 'dcterms:identifier'] as const
const OF_MEDIA = { resource_class_id: 'class_id', resource_template_id: 'template_id', owner_id: 'owner_id' } as const
const WORDS = ['Sea', 'sea ', 'SEA', 'séa', ' ', 'Storm', 'boat', 'a', 'b', 'B', 'c', 'd', 'Ä', 'ä', 'z']

/** Values of all kinds, some of them equal, some private, some in the same resource twice. */
function values (roll: Roll, targets: readonly number[]): Json {
  const any = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const value = (): Json => {
    const isPublic = {
      is_public: roll(5) > 0,
      ...(roll(6) === 0 && { '@annotation': { 'dcterms:subject': [literal(any(WORDS))] } })
    }
    const kind = roll(10)
    if (kind < 2) return link(any(targets), isPublic)
    if (kind < 4) return { ...uri(`urn:${roll(6)}`, any(['', 'Label', 'other label', 'Sea'])), ...isPublic }
    return literal(any(WORDS), { ...isPublic, ...(roll(3) === 0 && { '@language': any(['en', 'EN', 'de']) }) })
  }
  const list = (most: number): Json[] => Array.from({ length: roll(most + 1) }, value)
  const identifiers = Array.from({ length: roll(4) }, () => literal(`${roll(400)}`, { is_public: roll(9) > 0 }))
  return {
    ...titled(`Title ${roll(60)}`),
    'dcterms:identifier': roll(6) === 0 ? [...identifiers, ...identifiers] : identifiers,
    'o:resource_class': roll(3) === 0 ? null : { 'o:id': 1 + roll(4) },
    'o:resource_template': roll(3) === 0 ? { 'o:id': 1 + roll(2) } : null,
    'dcterms:subject': list(4),
    'dcterms:relation': list(2)
  }
}

async function writeSomething (c: Collection, roll: Roll): Promise<void> {
  const [items, sets, media] = [await c.find('items'), await c.find('item_sets'), await c.find('media')]
  const all = [...items, ...sets, ...media]
  const any = (list: readonly number[]): number => list[roll(list.length)]!
  const by = [c.as.author, c.as.editor][roll(2)]!
  const actions: Array<() => Promise<unknown>> = [
    async () => await c.make('items', { ...values(roll, all), 'o:item_set': [any(sets)] }, by),
    async () => await c.make('items', { ...values(roll, all), 'o:is_public': false }, by),
    async () => await c.patch('items', any(items), values(roll, all)),
    async () => await c.patch('items', any(items), { 'o:is_public': roll(2) > 0 }),
    async () => await c.patch('items', any(items), { 'o:owner': { 'o:id': c.id(roll(2) > 0 ? 'author' : 'editor') } }),
    async () => await c.patch('items', any(items), {
      set_value_visibility: { property_id: [PROPERTY.relation, PROPERTY.title], is_public: roll(2) > 0 }
    }),
    async () => await c.page(any(items), values(roll, all)),
    async () => await c.patch('media', any(media), { ...values(roll, all), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('item_sets', any(sets), { ...titled(`Set ${roll(9)}`), 'o:is_public': roll(3) > 0 }),
    async () => await c.patch('items', any(items), {
      'o:item_set': sets.filter(() => roll(2) > 0).map((id) => ({ 'o:id': id }))
    }),
    async () => { if (sets.length > 2) await c.api.itemSets.delete(any(sets), c.as.global_admin) },
    async () => await c.make('item_sets', { ...titled(`Set ${roll(9)}`), 'o:is_public': roll(3) > 0 }, by),
    async () => { if (items.length > 12) await c.api.items.delete(any(items), c.as.global_admin) },
    async () => { if (media.length > 2) await c.api.media.delete(any(media), c.as.global_admin) },
    async () => await c.api.items.batchCreate(Array.from({ length: 3 }, () => values(roll, all)), by),
    // Rebuilt, as after an import or thousands of writes.
    async () => { c.api.store.changes.record(EVERYTHING) }
  ]
  await refusal(actions[roll(actions.length)]!())
}

/** Label and count of each group, as the database finds them. */
async function grouped (
  c: Collection, reader: Reader, facet: string, among: readonly number[]
): Promise<Array<[string, number]>> {
  const seesAll = reader === 'editor'
  const own = reader === 'author' ? c.id('author') : 0
  const isSeen = (row: string): SQL => seesAll ? sql`1 = 1` : sql.raw(`(${row}.is_public = 1 OR ${row}.owner_id = ${own})`)
  const found = sql.raw(`resource.id IN (${[0, ...among].join()})`)
  const { properties } = await c.api.store.terms()
  const property = properties.byTerm(facet)?.id
  if (property === undefined) {
    const rows = facet === 'item_set_id'
      ? sql`SELECT item_set_id, count(*) FROM item_item_set JOIN resource ON resource.id = item_id
        JOIN resource AS holder ON holder.id = item_set_id WHERE ${found} AND ${isSeen('holder')} GROUP BY item_set_id`
      : sql`SELECT ${sql.raw(OF_MEDIA[facet as keyof typeof OF_MEDIA])}, count(*) FROM resource WHERE ${found}
        AND ${sql.raw(OF_MEDIA[facet as keyof typeof OF_MEDIA])} IS NOT NULL GROUP BY 1`
    return (await c.api.store.read.values<[number, number]>(rows)).map(([id, count]) => [String(id), count])
  }
  const rows = await c.api.store.read.values<[string, number]>(sql`
    SELECT max(CASE WHEN value.linked_id IS NOT NULL THEN 'link ' || value.linked_id WHEN value.uri IS NOT NULL THEN value.uri
      ELSE text_key || ' ' || lower(coalesce(value.lang, '')) END), count(DISTINCT value.resource_id)
    FROM value JOIN resource ON resource.id = value.resource_id LEFT JOIN resource AS target ON target.id = value.linked_id
    LEFT JOIN media ON media.id = target.id LEFT JOIN resource AS parent ON parent.id = media.item_id
    WHERE ${found} AND property_id = ${property} AND (${seesAll ? sql`1 = 1` : sql`value.is_public = 1`}
      OR resource.owner_id = ${own}) AND (value.linked_id IS NULL OR (${isSeen('target')}
      AND (parent.id IS NULL OR ${isSeen('parent')})))
    GROUP BY value.linked_id, value.uri, CASE WHEN value.linked_id IS NULL THEN value.type END,
      CASE WHEN value.linked_id IS NULL AND value.uri IS NULL THEN text_key END,
      CASE WHEN value.linked_id IS NULL AND value.uri IS NULL THEN lower(coalesce(value.lang, '')) END`)
  return rows
}

/** The identity of a group, whichever of its values labels it. */
function nameOf (group: Json, keys: ReadonlyMap<string, string>): string {
  if (group.value_resource_id !== undefined) return `link ${group.value_resource_id as number}`
  if (group['@value'] !== undefined) {
    return `${keys.get(group['@value'] as string)!} ${String(group['@language'] ?? '').toLowerCase()}`
  }
  return String(group['o:id'] ?? group['@id'])
}

t.test('after any write every viewer gets the counts that the database finds', async (t) => {
  const c = await collection(t)
  const roll = dice(16)
  const sets = [await c.make('item_sets', titled('Set')), await c.make('item_sets', titled('Other'))]
  await c.template({ label: 'Second' })
  for (let at = 0; at < 16; at++) {
    const id = await c.make('items', { ...values(roll, sets), 'o:item_set': [sets[at % 2]!] }, c.as.author)
    if (at % 6 === 0) await c.page(id, values(roll, sets))
  }
  const queries: Array<['items' | 'media' | 'resources', Query]> = [
    ['items', {}], ['items', { item_set_id: `${sets[0]!}` }], ['items', { search: 'title 1' }], ['media', {}], ['resources', {}]
  ]
  for (let step = 0; step < 60; step++) {
    for (let write = roll(4); write >= 0; write--) await writeSomething(c, roll)
    const texts = await c.api.store.read.values<[string, string]>(sql`SELECT text, text_key FROM value WHERE text_key IS NOT NULL`)
    // Labels are shown without the blanks around them.
    const keys = new Map(texts.map(([text, key]) => [text.trim(), key]))
    for (const reader of READERS) {
      const [type, query] = queries[roll(queries.length)]!
      const others = [...Object.keys(OF_MEDIA), ...(type === 'items' ? ['item_set_id'] : [])]
      const facets = [TERMS[roll(4)]!, TERMS[roll(4)]!, others[roll(others.length)]!]
      const limit = [3, 1000][roll(2)]!
      const answer = await unchecked(c.api, type).facets({ ...query, facets, facet_limit: limit }, c.as[reader])
      const counted = answer.json('http://h') as { total: number, facets: Record<string, Json[]> }
      const among = await c.find(type, query, c.as[reader])
      const name = `${reader}, ${type} ${JSON.stringify(query)}, step ${step}`
      t.equal(counted.total, among.length, name)
      for (const facet of facets) {
        const groups = counted.facets[facet]!
        const expected = (await grouped(c, reader, facet, among)).sort(([, one], [, other]) => other - one)
        t.same(groups.map(({ count }) => count), expected.slice(0, limit).map(([, count]) => count), `${name}, ${facet}`)
        const shown = new Map(expected)
        for (const group of groups) t.equal(group.count, shown.get(nameOf(group, keys)), `${name}, ${facet}`)
        const labels = groups.map((group) =>
          sortKey(String(group.display_title ?? group['@value'] ?? group['o:label'] ?? group['@id'])))
        if (!facet.startsWith('dcterms:')) continue
        const isInOrder = groups.every(({ count }, at) =>
          at === 0 || count !== groups[at - 1]!.count || labels[at - 1]! <= labels[at]!)
        t.ok(isInOrder, `those of one size by label, ${name}, ${facet}`)
      }
    }
  }
})

t.test('of very many groups of equal size, the groups of the oldest resources are listed, by label', async (t) => {
  const c = await collection(t)
  const names = Array.from({ length: 600 }, (_, at) => `${(at * 7) % 600}`)
  await c.api.items.batchCreate([
    { 'dcterms:subject': names.slice(0, 5).map((name) => literal(name)) },
    ...names.slice(5).map((name) => ({ 'dcterms:subject': [literal(name)] }))
  ], c.as.editor)
  const shown = async (limit: number): Promise<unknown[]> =>
    ((await c.api.items.facets({ facets: 'dcterms:subject', facet_limit: limit })).json('http://h') as {
      facets: Record<string, Json[]>
    }).facets['dcterms:subject']!.map((group) => group['@value'])
  t.same(await shown(7), ['0', '14', '21', '28', '35', '42', '7'])
  await c.make('items', { 'dcterms:subject': [literal('599'), literal('0')] })
  t.same(await shown(3), ['0', '599', '7'], 'after what more resources have')
  t.equal((await shown(1000)).length, 600)
})

t.test('counts computed during writes never name values that were private at all times', async (t) => {
  const c = await collection(t)
  const ids = [await c.make('items', titled('First')), await c.make('items', titled('Second'))]
  const states: Json[] = [
    { 'o:is_public': true, 'dcterms:subject': [literal('secret', { is_public: false }), literal('open')] },
    { 'o:is_public': false, 'dcterms:subject': [literal('secret'), literal('open')] },
    { 'o:is_public': true, 'dcterms:subject': [literal('open'), literal('secret', { is_public: false })] }
  ]
  for (let step = 0; step < 30; step++) {
    const count = async (): Promise<string> =>
      (await c.api.items.facets({ facets: 'dcterms:subject,dcterms:title', facet_limit: `${1 + step}` })).template
    const writes = ids.map(async (id, at) => await c.patch('items', id, states[(step + at) % 3]!))
    const answers = await Promise.all([count(), ...writes.map(async (write) => await write.then(count)), count()])
    for (const answer of answers) t.notMatch(answer, /secret/, `step ${step}`)
  }
})
