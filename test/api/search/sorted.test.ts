import t from 'tap'
import type { Query } from '../../../api/core/calls/call.js'
import { resources } from '../../../api/resources/computed/resources.js'
import { items } from '../../../api/resources/items/definition.js'
import { dice } from '../../dice.js'
import { collection, literal, titled, type Collection } from '../collection.js'
import { byDatabase } from './by-database.js'

const READERS = ['anonymous', 'author', 'editor'] as const
/** More rows than the program lets the database sort. */
const ITEMS = 620

/**
 * Items of several owners with none, one or several subjects, some private; a title and a class for most. For some the
 * title is private, and others are shown the next one, or none.
 */
async function scatter (c: Collection): Promise<void> {
  const roll = dice(1889)
  const text = (): string => 'aábß-Z 日'[roll(8)]! + (roll(3) === 0 ? 'x' : '')
  for (const call of [c.as.author, c.as.reviewer]) {
    await c.api.items.batchCreate(Array.from({ length: ITEMS / 2 }, () => ({
      'dcterms:title': Array.from({ length: roll(4) }, () => literal(text(), { is_public: roll(5) > 0 })),
      'dcterms:subject': Array.from({ length: roll(4) }, () => literal(text(), { is_public: roll(3) > 0 })),
      'o:is_public': roll(8) > 0,
      ...(roll(3) > 0 && { 'o:resource_class': { 'o:id': 1 + roll(3) } })
    })), call)
  }
}

t.test('every page of many is what the database would sort, for every viewer, also after a write', async (t) => {
  const c = await collection(t)
  await scatter(c)
  const total = (await c.find('items')).length
  t.equal(total, ITEMS)
  for (const step of ['before', 'after']) {
    if (step === 'after') {
      await c.patch('items', 300, { 'dcterms:subject': [literal('0')] })
      for (const [id, at] of [[31, 'a'], [62, 'ß'], [93, '']] as const) {
        await c.patch('items', id, { 'dcterms:title': [literal('b', { is_public: false }), literal(`${at}0`)] })
        await c.patch('items', id + 1, titled(`${at}1`))
      }
      await c.api.items.delete(5, c.as.global_admin)
    }
    for (const reader of READERS) {
      for (const sort of [
        'dcterms:subject', 'title', 'created', 'resource_class_label', 'owner_name', 'id', 'nothing',
        'dcterms:subject,title', 'resource_class_label,title', 'owner_name,dcterms:subject', 'is_public,resource_class_label'
      ]) {
        for (const order of ['asc', 'desc']) {
          for (const filter of [{}, { created_after: '2000' }] as Query[]) {
            const query = { ...filter, sort_by: sort, sort_order: order }
            const expected = await byDatabase(c, items, query, c.as[reader])
            const note = `${reader}, ${JSON.stringify(query)}, ${step}`
            t.same(
              await c.find('items', { ...query, page: '2', per_page: '17' }, c.as[reader]),
              expected.slice(17, 34),
              note
            )
            t.same(
              await c.find('items', { ...query, page: '5', per_page: '120' }, c.as[reader]),
              expected.slice(480, 600),
              note
            )
            t.same(
              await c.find('items', { ...query, limit: '1000', offset: '7', page: '' }, c.as[reader]),
              expected.slice(7),
              note
            )
          }
        }
      }
    }
  }
})

t.test('resources of several kinds are in one order, also after a write', async (t) => {
  const c = await collection(t)
  const titles = Array.from({ length: 600 }, (_, at) => titled(`no. ${1000 + at}`))
  await c.api.items.batchCreate(titles.filter((_, at) => at % 2 === 0), c.as.editor)
  await c.api.itemSets.batchCreate(titles.filter((_, at) => at % 2 === 1), c.as.editor)
  const isInOrder = async (note: string): Promise<void> => {
    for (const sort of ['title', 'modified']) {
      for (const filter of [{}, { created_after: '2000' }] as Query[]) {
        const query = { ...filter, sort_by: sort }
        t.same(
          await c.find('resources', { ...query, limit: '1000' }),
          await byDatabase(c, resources, query, c.as.editor),
          `${JSON.stringify(query)} ${note}`
        )
      }
    }
  }
  await isInOrder('before')
  await c.patch('item_sets', 400, titled('no. 1100 b'))
  await c.patch('items', 20, titled('no. 1201 b'))
  await isInOrder('after')
})
