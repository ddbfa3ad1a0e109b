import { readFileSync } from 'node:fs'
import path from 'node:path'
import { asc, sql } from 'drizzle-orm'
import t, { type Test } from 'tap'
import { isIndexedWord, isUnspacedWord, splitWords } from '../../db/keys/collation/index.js'
import { addDue, isFound, putDocuments, takeDue, type FullTextScope } from '../../db/query/text/full-text.js'
import { IndexedTexts } from '../../db/query/text/indexed-texts.js'
import { relevantDocuments } from '../../db/query/text/relevance.js'
import { readFullTextQuery } from '../../db/query/tokens/full-text-query.js'
import { tokensOf } from '../../db/query/tokens/full-text-tokens.js'
import type { Database } from '../../db/query/statements/database.js'
import { conditionOf } from '../../db/query/statements/set-expression.js'
import { Store } from '../../db/open/store.js'
import { resource } from '../../db/tables/index.js'
import { packageFolder } from '../../package.js'
import { databaseOf } from '../database.js'
import { temporaryFolder } from '../helper.js'

/** Answers of MariaDB 10.11, see fixtures/generate-full-text.mjs. */
const { documents, queries } = JSON.parse(
  readFileSync(path.join(packageFolder, 'test/db/fixtures/full-text.json'), 'utf8')
) as {
  documents: Array<{ title: string, text: string }>
  queries: Array<{ text: string, found: Array<[id: number, score: number]> }>
}

const EVERYTHING = { withHidden: true, countsPrivate: true }
const SHOWN = { withHidden: false, countsPrivate: false }

interface Index {
  database: Database
  put (id: number, title: string, text?: string, hidden?: string): Promise<void>
  /** Ids of what a query finds, the most relevant first. */
  find (text: string, scope?: FullTextScope): Promise<number[]>
}

/** An index of resources 1 to `count`. */
async function begin (t: Test, count: number): Promise<Index> {
  const { database: address = '' } = await databaseOf(await temporaryFolder(t))
  const store = await Store.open(await temporaryFolder(t), {}, { address })
  t.teardown(async () => { await store.close() })
  return await new Promise((resolve, reject) => {
    store.write(async (database) => {
      await database.run(sql`WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${count})
        INSERT INTO resource (id, kind, is_public, created) SELECT id, 'item', 1, 0 FROM n`)
      return database
    }).then((database) => {
      resolve({
        database,
        async put (id, title, text = '', hidden = '') {
          await putDocuments(database, 'fulltext', [{ id, title, text, hidden }])
        },
        async find (text, scope = EVERYTHING) {
          return (await score(database, text, scope)).sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id)
        }
      })
    }, reject)
  })
}

async function score (
  database: Database,
  text: string,
  scope = EVERYTHING
): Promise<Array<[id: number, score: number]>> {
  const query = readFullTextQuery(text)
  if (query === undefined) return []
  const rows = await database
    .select({ id: resource.id })
    .from(resource)
    .where(conditionOf(isFound('fulltext', resource.id, query, scope)))
    .orderBy(asc(resource.id))
  const { ids, relevance } = await relevantDocuments(new IndexedTexts(database, 'fulltext', scope), query)
  return rows.map(({ id }) => [id, relevance[ids.indexOf(id)]!])
}

/** Queries for which Vitrine may find more than MariaDB: with unspaced words, or with nothing that MariaDB indexes. */
const isBetter = (text: string): boolean =>
  splitWords(text).some(isUnspacedWord) || !splitWords(text).some(isIndexedWord)

t.test('queries find what MATCH … AGAINST finds in MariaDB, and rank it as MariaDB does', async (t) => {
  const { database } = await begin(t, documents.length)
  await putDocuments(database, 'fulltext', documents.map((document, at) => ({ ...document, id: at + 1, hidden: '' })))
  let compared = 0
  for (const { text, found } of queries.filter(({ text }) => !isBetter(text))) {
    compared++
    const theirs = new Map(found)
    const ours = await score(database, text)
    t.same(ours.map(([id]) => id - 1), [...theirs.keys()], JSON.stringify(text))
    const off = ours.filter(
      ([id, relevance]) => Math.abs(relevance - theirs.get(id - 1)!) > 1e-5 * Math.max(1, relevance)
    )
    t.same(off, [], `relevance to ${JSON.stringify(text)}`)
  }
  t.ok(compared > 200)
})

t.test('queries with unspaced words, or with nothing but short words, find what MariaDB finds and more', async (t) => {
  const { database } = await begin(t, documents.length)
  await putDocuments(database, 'fulltext', documents.map((document, at) => ({ ...document, id: at + 1, hidden: '' })))
  for (const { text, found } of queries.filter(({ text }) => isBetter(text))) {
    const ours = new Set((await score(database, text)).map(([id]) => id - 1))
    t.same(found.filter(([id]) => !ours.has(id)), [], JSON.stringify(text))
  }
})

t.test('an unspaced word is found by any part of it', async (t) => {
  const { put, find } = await begin(t, 4)
  await put(1, '東京国立博物館')
  await put(2, '京都国立近代美術館')
  await put(3, '大韓民國 국립중앙박물관')
  await put(4, '立国')
  t.same(await find('国立'), [1, 2])
  t.same(await find('国立博物館'), [1])
  t.same(await find('館'), [1, 2])
  t.same(await find('東'), [1], 'one character, at the start')
  t.same(await find('박물관'), [3])
  t.same(await find('国博'), [], 'characters must stand side by side')
  t.same(await find('国立 lighthouse'), [1, 2])
  t.same(await find('"国立"'), [1, 2])
})

t.test('Thai, Lao, Khmer and Burmese words are found within phrases', async (t) => {
  const { put, find } = await begin(t, 6)
  await put(1, 'แผนที่เก่ากรุงเทพ')
  await put(2, 'ແຜນທີ່ເກົ່າວຽງຈັນ')
  await put(3, 'ផែនទីភ្នំពេញចាស់')
  await put(4, 'ရန်ကုန်မြေပုံဟောင်း')
  await put(5, 'ផែនទី\u200Bភ្នំ\u200Bពេញ', 'with spaces of no width between the words')
  await put(6, 'Map of Bangkok', 'จังหวัดนครราชสีมา')
  t.same(await find('กรุงเทพ'), [1])
  t.same(await find('แผนที่'), [1])
  t.same(await find('ก'), [1], 'one letter, at the start of a pair')
  t.same(await find('ວຽງຈັນ'), [2])
  t.same((await find('ភ្នំពេញ')).sort(), [3, 5])
  t.same((await find('ភ្នំ\u200Bពេញ')).sort(), [3, 5])
  t.same(await find('မြေပုံ'), [4])
  t.same(await find('"မြေပုံ"'), [4])
  t.same(await find('မျေပုံ'), [], 'with another consonant')
  t.same(await find('นคร'), [6])
  t.same(await find('เทพกรุง'), [])
  t.same((await find('กรุงเทพ bangkok')).sort(), [1, 6])
})

t.test('a part of an unspaced word is not found across words', async (t) => {
  const { put, find } = await begin(t, 1)
  await put(1, '日本 語学', '学')
  t.same(await find('本語'), [])
  t.same(await find('日本語'), [])
  t.same(await find('語学'), [1])
})

t.test('words are found without the letters and signs that keyboards lack', async (t) => {
  const written = [
    ['Qurʾān', 'Quran'], ['ʿAbd al-Raḥmān', 'abd'], ['Kaʿba', 'kaba'], ['Hawaiʻi', 'Hawaii'], ['Hawai‘i', 'Hawaii'],
    ['Vasilʹev', 'Vasilev'], ['Vasil′ev', 'Vasilev'], ['obʺekt', 'obekt'], ['пʼять', 'пять'], ['Łódź', 'Lodz'],
    ['Ørsted', 'orsted'], ['Đorđe', 'dorde'], ['Æthelred', 'Aethelred'], ['Œuvre', 'oeuvre'],
    ['Þingvellir', 'thingvellir'], ['Garðar', 'Gardar'], ['Straße', 'strasse'], ['Diyarbakır', 'Diyarbakir'],
    ['Għarb', 'Gharb'], ['Ŋamel', 'namel'], ['Leucht\u00ADturm', 'Leuchtturm']
  ] as const
  const { put, find } = await begin(t, written.length)
  for (const [at, [name]] of written.entries()) await put(at + 1, name)
  for (const [at, [name, asked]] of written.entries()) {
    t.ok((await find(asked)).includes(at + 1), `${asked} finds ${name}`)
    t.ok((await find(name)).includes(at + 1), `${name} finds itself`)
    t.ok((await find(`"${name}"`)).includes(at + 1), `${name} finds itself as a phrase`)
  }
  t.same(await find('Vasilʹev'), [6, 7], 'however the sign is written')
})

t.test('words under three letters are found if the query has no longer ones', async (t) => {
  const { put, find } = await begin(t, 3)
  await put(1, 'Vue au sud', 'C++')
  await put(2, 'A river', '12')
  await put(3, 'vue', 'the end')
  t.same(await find('au'), [1])
  t.same(await find('C++'), [1])
  t.same(await find('12 au'), [1, 2])
  t.same(await find('"au sud"'), [1], 'a phrase with a longer word')
  t.same(await find('12 vue'), [1, 3], 'else they are not looked for')
  t.same(await find('a the of'), [], 'stop words never are')
})

t.test('hidden text is found only by searches that include it', async (t) => {
  const { put, find } = await begin(t, 2)
  await put(1, 'river', 'lake', 'harbour lake 日本')
  await put(2, 'harbour')
  t.same(await find('harbour'), [1, 2])
  t.same(await find('harbour', SHOWN), [2])
  t.same(await find('日本', SHOWN), [])
  t.same(await find('river OR harbour', SHOWN), [1, 2], 'OR is a word like any other')
})

t.test('a document replaces the former one with its id', async (t) => {
  const { database, put, find } = await begin(t, 2)
  for (let round = 0; round < 40; round++) await put(1, `round${round} zebra`, 'zebra')
  await put(2, 'zebra')
  t.same(await find('round38'), [])
  t.same(await find('round39'), [1])
  t.same(await find('zebra'), [1, 2])
  const [[, first], [, second]] = await score(database, 'zebra') as [[number, number], [number, number]]
  t.equal(Math.round(first / second), 2, 'occurrences that are gone do not count')
})

t.test('a query of thousands of words is answered', async (t) => {
  const { put, find } = await begin(t, 1)
  await put(1, 'word3999')
  t.same(await find(Array.from({ length: 4000 }, (_, at) => `word${at}`).join(' ')), [1])
  t.same(await find(Array.from({ length: 300 }, (_, at) => `"word${at} the of und www"`).join(' ')), [])
})

t.test('the first spelling decides whether a word is indexed', async (t) => {
  t.equal(tokensOf({ id: 1, title: 'The end', text: 'thé', hidden: '' }).text, '.the')
  t.equal(tokensOf({ id: 1, title: 'Thé', text: 'the end', hidden: '' }).text, 'the end')
})

t.test('ids to be indexed again are each noted once, and taken in portions', async (t) => {
  const { database } = await begin(t, 5)
  await addDue(database, 'fulltext', sql`SELECT id FROM resource`)
  t.same((await takeDue(database, 'fulltext', 3)).sort(), [1, 2, 3])
  t.same((await takeDue(database, 'fulltext', 3)).sort(), [4, 5])
  t.same(await takeDue(database, 'fulltext', 3), [])
})
