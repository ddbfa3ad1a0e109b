import t, { type Test } from 'tap'
import { Api } from '../../../api/api.js'
import type { Answer } from '../../../api/core/answers/answer.js'
import type { Call, Payload } from '../../../api/core/calls/call.js'
import { viewerOf } from '../../../api/access/access.js'
import { LinkedAnswer } from '../../../api/core/answers/linked-answer.js'
import { completeSettings, type Settings } from '../../../api/runtime/settings/settings.js'
import type { ReadContext } from '../../../api/resources/definition/read-context.js'
import { loadReverse } from '../../../api/resources/shared/representation/reverse.js'
import { EVERYTHING } from '../../../db/changes/change-log.js'
import { keptIn } from '../../database.js'
import { dice } from '../../dice.js'
import { WITHOUT_THREADS } from '../../helper.js'
import { collection, link, literal, PROPERTY, refusal, titled, type Collection, type Json } from '../collection.js'

const ROLES = ['anonymous', 'author', 'editor'] as const

/** Items that link to a resource, made by the author. */
async function linking (c: Collection, target: number, count: number, more: Json = {}): Promise<number[]> {
  const made = await c.api.resource('items').batchCreate(Array.from({ length: count }, (_, at) => ({
    ...titled(`Linking ${at}`), 'dcterms:relation': [link(target)], ...more
  })), c.as.author)
  return made.outcomes.flatMap((outcome) => outcome.ok ? outcome.id : [])
}

/** An API on the collection without a cache. */
async function forgetful (t: Test, c: Collection): Promise<() => Promise<Api>> {
  const api = await openWith(t, c, WITHOUT_THREADS)
  return async () => {
    await api.store.catchUp()
    api.store.changes.record(EVERYTHING)
    return api
  }
}

async function openWith (t: Test, c: Collection, settings: Partial<Settings>): Promise<Api> {
  const api = await Api.open(completeSettings({ ...await keptIn(c.data), ...settings }))
  t.teardown(async () => { await api.close() })
  return api
}

/** A representation with its links read by one statement, in the order of values. */
async function plainText ({ store }: Api, id: number, { actor }: Call, answer: Answer): Promise<string> {
  const context = { database: store.read, terms: await store.terms(), viewer: viewerOf(actor) }
  const representation = JSON.parse(answer.template) as Json
  representation['@reverse'] = (await loadReverse(context as ReadContext, [id])).get(id)
  return JSON.stringify(representation)
}

const entriesOf = (shown: Json): Json[] => Object.values((shown['@reverse'] ?? {}) as Record<string, Json[]>).flat()

t.test('a resource to which many link shows each of them, as their titles and links are by now', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Target'))
  const ids = await linking(c, target, 300)
  const read = async (): Promise<Json> => await c.get('items', target, c.as.anonymous)
  const first = await read()
  t.same(
    first['@reverse']['dcterms:relation'],
    ids.map((id, at) => ({ '@id': `/api/resources/${id}`, 'o:title': `Linking ${at}` }))
  )
  t.ok(await c.api.items.read(target, c.as.anonymous) instanceof LinkedAnswer)
  await c.patch('items', ids[7]!, { ...titled('Renamed – ü'), 'dcterms:relation': [link(target)] })
  t.equal((await read())['@reverse']['dcterms:relation'][7]['o:title'], 'Renamed – ü')
  await c.patch('items', ids[8]!, titled('Linking 8'))
  t.equal(entriesOf(await read()).length, 299)
  await c.patch('items', ids[8]!, { ...titled('Linking 8'), 'dcterms:source': [link(target)] })
  t.same((await read())['@reverse']['dcterms:source'], [{ '@id': `/api/resources/${ids[8]}`, 'o:title': 'Linking 8' }])
  await c.patch('items', ids[9]!, { 'o:is_public': false })
  t.equal(entriesOf(await read()).length, 299)
  await c.api.items.delete(ids[10]!, c.as.global_admin)
  t.equal(entriesOf(await read()).length, 298)
  const slim = await c.api.items.search({ id: String(target), fields: 'o:title' }, c.as.anonymous)
  t.match(slim.json(), [{ 'o:title': 'Target', '@reverse': undefined }])
  const wide = (await c.api.items.search({ id: String(target), fields: '@reverse' }, c.as.anonymous)).json() as Json[]
  t.equal(entriesOf(wide[0]!).length, 298)
  await c.api.items.batchUpdate(ids.filter((id) => id !== ids[10]), titled('Same'), c.as.global_admin)
  t.notOk('@reverse' in await read())
})

t.test('a write that does not change the shown links of a resource leaves its cached answer valid', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Target'))
  const ids = await linking(c, target, 300)
  const read = async (): Promise<Answer> => await c.api.items.read(target, c.as.anonymous)
  const first = await read()
  const same = { ...titled('Linking 3'), 'dcterms:relation': [link(target)] }
  await c.patch('items', ids[3]!, { ...same, 'dcterms:date': [literal('1900')] })
  t.equal(await read(), first)
  await c.patch('items', ids[3]!, { ...same, ...titled('Renamed') })
  t.not((await read()).content, first.content)
})

t.test('the answer to the change of a resource to which many link shows what was written before it', async (t) => {
  const c = await collection(t)
  const target = await c.make('items', titled('Target'))
  const ids = await linking(c, target, 300)
  await c.get('items', target)
  const links = { 'dcterms:relation': [link(target)] }
  await c.patch('items', ids[0]!, { ...titled('Renamed'), ...links })
  const [, changed] = await Promise.all([
    c.patch('items', ids[1]!, { ...titled('Renamed, too'), ...links }),
    c.patch('items', target, { ...titled('New'), ...links })
  ])
  const after = await c.get('items', target)
  const firstTitles = ({ '@reverse': { 'dcterms:relation': entries } }: Json): string[] =>
    entries.slice(0, 2).map((entry: Json) => entry['o:title'])
  t.equal(changed['o:title'], 'New')
  t.equal(entriesOf(changed).length, 301)
  // The other change may be committed with this one, or after it.
  t.match(firstTitles(changed), ['Renamed', /^(Linking 1|Renamed, too)$/])
  t.same(firstTitles(after), ['Renamed', 'Renamed, too'])
  t.same({ ...changed, '@reverse': after['@reverse'] }, after)
})

t.test('listeners are given an object of what links to a resource', async (t) => {
  const c = await collection(t, {}, {
    representations: { items: (item) => ({ ...item, count: entriesOf(item as Json).length }) }
  })
  const target = await c.make('items', titled('Target'))
  const ids = await linking(c, target, 250)
  t.equal((await c.get('items', target))['count'], 250)
  await c.patch('items', ids[3]!, titled('Linking 3'))
  const shown = await c.get('items', target)
  t.equal(shown['count'], 249)
  t.equal(entriesOf(shown).length, 249)
})

/** One write of any kind to what links to the targets, and to these themselves; some are refused. */
async function writeSomething (
  c: Collection, api: Api, roll: (sides: number) => number, targets: number[], vocabulary: number
): Promise<void> {
  const items = (await c.find('items')).filter((id) => !targets.includes(id))
  const media = await c.find('media')
  const any = (list: number[]): number => list[roll(list.length)]!
  const some = (): number[] => Array.from({ length: 1 + roll(30) }, () => any(items))
  const admin = c.as.global_admin
  const links = (): Json => ({
    [['dcterms:relation', 'dcterms:source', 'dcterms:title'][roll(3)]!]:
      Array.from({ length: 1 + roll(3) }, () => link(any(targets), { is_public: roll(4) > 0 }))
  })
  const of = api.resource('items' as string)
  const patch = async (id: number, payload: Payload): Promise<unknown> =>
    await of.update(id, payload, { ...admin, partial: true })
  const actions: Array<() => Promise<unknown>> = [
    async () => await of.create({ ...titled(`New ${roll(1000)}`), ...links() }, c.as.author),
    async () => await patch(any(items), { ...titled(`Title ${roll(1000)} – ü`), ...links() }),
    async () => await patch(any(items), { ...titled(`Title ${roll(3)}`), ...links() }),
    async () => await patch(any(items), titled('Linking no more')),
    async () => await of.update(any(items), { ...titled(`Whole ${roll(9)}`), ...links() }, admin),
    async () => await patch(any(items), { 'o:is_public': roll(3) > 0 }),
    async () => await patch(any(items), { 'o:owner': { 'o:id': c.id((['author', 'editor'] as const)[roll(2)]!) } }),
    async () => await patch(any(items), {
      set_value_visibility: { property_id: [PROPERTY.relation, PROPERTY.title], is_public: roll(2) }
    }),
    async () => await of.delete(any(items), admin),
    async () => await of.batchDelete(some().slice(0, 4), admin),
    async () => await of.batchUpdate(some(), { ...titled(`Batch ${roll(9)}`), ...links() }, admin),
    async () => await patch(any(targets), { ...titled(`Target ${roll(9)}`), ...(roll(3) === 0 && links()) }),
    async () => await c.page(any(items), { ...titled(`Page ${roll(99)}`), ...links() } as never),
    async () => await c.patch('media', any(media), { ...titled(`Page ${roll(99)}`), ...links() }),
    async () => await api.media.delete(any(media), admin),
    async () => await api.resource('vocabularies').update(vocabulary, {
      'o:label': `Label ${roll(9)}`
    }, { ...admin, partial: true })
  ]
  await refusal(actions[roll(actions.length)]!())
}

t.test('after any write, by any process, every viewer sees the many links that a server without a cache shows', async (t) => {
  const c = await collection(t)
  const [one, other] = [await c.make('items', titled('One')), await c.make('item_sets', titled('Other'))]
  const ids = await linking(c, one, 260)
  await linking(c, other, 260, { 'o:is_public': false, 'dcterms:source': [link(one, { is_public: false })] })
  for (const id of ids.slice(0, 3)) await c.page(id, { ...titled('Page'), 'dcterms:relation': [link(one)] } as never)
  const [vocabulary] = await c.find('vocabularies')
  const fresh = await forgetful(t, c)
  const second = await openWith(t, c, {})
  // So large a search starts worker threads, which read links from then on. PostgreSQL has no such threads.
  const property = Array.from({ length: 200 }, (_, at) => ({ property: '', type: 'in' as const, text: `Nothing ${at}` }))
  await second.items.search({ property }, c.as.anonymous)
  t.equal((await second.monitor.figures()).queues.searches.workers > 0, second.store.engine.file !== undefined)
  const roll = dice(20261123)
  const questions: Array<(api: Api, call: Call) => Promise<Answer>> = [
    async (api, call) => await api.items.read(one, call),
    async (api, call) => await api.resource('resources').search({ id: [String(one), String(other)] }, call),
    async (api, call) => await api.resource('item_sets').read(other, call)
  ]
  for (let step = 0; step < 90; step++) {
    await Promise.all(Array.from({ length: step % 4 === 0 ? 3 : 1 }, async () => {
      await writeSomething(c, step % 5 === 0 ? second : c.api, roll, [one, other], vocabulary!)
    }))
    const asked = step % 3 === 0 ? second : c.api
    await new Promise((resolve) => { setImmediate(resolve) })
    await asked.store.catchUp()
    const api = await fresh()
    for (const role of ROLES) {
      for (const [at, question] of questions.entries()) {
        const [shown, expected] = [await question(asked, c.as[role]), await question(api, c.as[role])]
        if (at === 0) {
          t.equal(expected.template, await plainText(api, one, c.as[role], expected), `${role}, step ${step}, in one go`)
        }
        if (shown.template !== expected.template) {
          t.same(JSON.parse(shown.template), JSON.parse(expected.template), `${role}, step ${step}, question ${at}`)
          t.equal(shown.template, expected.template)
        }
      }
    }
  }
  const last = (await (await fresh()).items.read(one, c.as.global_admin)).json() as Json
  t.ok(entriesOf(last).length > 200)
})
