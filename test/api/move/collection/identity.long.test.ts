import t from 'tap'
import { OPERATOR } from '../../../../api/core/calls/actor.js'
import { stored } from '../../../files/fixtures/uploads.js'
import { build, type Server } from '../../../helper.js'
import { mixed } from '../export/fixtures/mixed.js'
import { everything, exported, imported, TYPES } from './fixtures/collections.js'

/** A search by number, which an index of its own answers. */
const NUMBERS = 'property[0][property]=dcterms:extent&property[0][type]=gt&property[0][text]=-20'

/** Answers over HTTP to an administrator that both servers have. */
async function answers ({ api, send }: Server, types: readonly string[]): Promise<Record<string, string>> {
  const as = await api.keys.create('global_admin1@example.org', { label: 'test' }, OPERATOR)
  const found: Record<string, string> = {}
  for (const type of types) {
    const { payload } = await send({ url: `/api/${type}?per_page=1000&sort_by=id&sort_order=asc`, as })
    found[type] = payload
  }
  return found
}

t.test('a collection comes into an empty server exactly as it was, byte for byte, with ids and files', async (t) => {
  const source = await build(t)
  const { rich } = await mixed(source)
  const file = await exported(t, source)
  const target = await build(t)
  const { problems, counts } = await imported(target, file)
  t.same(problems, [])
  t.match(counts, { items: { created: 4 }, media: { created: 3 }, value_annotations: { created: 2 } })
  const [before, after] = [await answers(source, TYPES), await answers(target, TYPES)]
  for (const type of TYPES) t.equal(after[type], before[type], type)
  t.same(await stored(target), await stored(source), 'files')
  for (const query of ['search=secret', 'fulltext_search=sea', NUMBERS, 'sort_by=dcterms:title']) {
    const url = `/api/items?${query}`
    t.equal((await target.send({ url })).payload, (await source.send({ url })).payload, `${query}, for everybody`)
  }
  const url = `/api/items/${rich}`
  t.equal((await target.send({ url })).payload, (await source.send({ url })).payload, 'without what is private')
})

t.test('a second import of the same collection changes nothing', async (t) => {
  const source = await build(t)
  await mixed(source)
  const file = await exported(t, source)
  const target = await build(t)
  await imported(target, file)
  const before = await everything(target.api)
  const { counts, problems } = await imported(target, file)
  t.same(problems, [])
  for (const type of TYPES) t.match(counts[type], { created: 0, updated: 0, conflicts: 0, deleted: 0 }, type)
  t.same(await everything(target.api), before)
})

t.test('where there is something already ids are new, and everything that refers to a record follows it', async (t) => {
  const source = await build(t)
  const { rich, set } = await mixed(source)
  const file = await exported(t, source)
  const target = await build(t)
  const admin = await target.account('editor')
  for (const type of ['items', 'item_sets', 'sites', 'vocabularies']) {
    const payload = {
      'o:title': 'Here',
      'o:slug': 'here',
      'o:theme': 'default',
      'o:namespace_uri': 'https://here.example/',
      'o:prefix': 'here',
      'o:label': 'Here',
      'o:property': [{ 'o:local_name': 'first', 'o:label': 'First' }]
    }
    await target.api.resource(type as 'items').create(payload, { actor: OPERATOR })
  }
  t.ok(admin)
  const { problems } = await imported(target, file)
  t.same(problems, [])
  const { items, item_sets: sets, media, sites, site_pages: pages } = await everything(target.api)
  t.equal(items!.length, 5)
  const found = items!.find((item) => item['dcterms:subject'] !== undefined)!
  t.not(found['o:id'], rich)
  const prints = sets!.find((one) => one['o:title'] === 'Prints')!
  t.not(prints['o:id'], set)
  t.same(found['o:item_set'].map((one: { 'o:id': number }) => one['o:id']), [prints['o:id']])
  t.same(
    found['dcterms:relation'].map((value: { display_title: string }) => value.display_title),
    ['Secret item', 'A public item', 'Prints']
  )
  t.same(media!.filter((one) => one['o:item']['o:id'] === found['o:id']).map((one) => one['o:title']), ['Notes', 'Secret page'])
  t.match(found['dcterms:subject'][0]['@annotation'], { 'dcterms:date': [{ '@value': '1900' }] })
  const site = sites!.find((one) => one['o:slug'] === 'exhibition')!
  const tour = pages!.find((one) => one['o:slug'] === 'tour')!
  t.equal(site['o:page'].length, 2)
  t.equal(site['o:homepage']['o:id'], tour['o:id'])
  const view = media!.find((one) => one['o:source'] === 'view.jpg')!
  t.match(tour['o:block'][0]['o:attachment'], [
    { 'o:item': { 'o:id': view['o:item']['o:id'] }, 'o:media': { 'o:id': view['o:id'] }, 'o:caption': '<p>A view</p>' },
    { 'o:item': null, 'o:media': null }
  ])
})
