import t from 'tap'
import { EachRanked, RankedDocuments } from '../../../api/search/full-text/ranking/ranked-documents.js'
import { CachedRanking } from '../../../api/search/full-text/ranking/cached-ranking.js'
import { Ids } from '../../../api/search/context/ids.js'
import { readFullTextQuery } from '../../../db/query/tokens/full-text-query.js'
import { Postings } from '../../../db/query/tokens/postings.js'
import { matchingDocuments, relevanceOf, relevanceOfEach } from '../../../db/query/text/relevance.js'
import { dice } from '../../dice.js'

const DOCUMENTS = 400
const STEPS = 400
/** Cached ids of each class: far fewer than many classes have. */
const HEAD = 12
const QUERY = readFullTextQuery('amber basalt cedar amber')!

t.test('a ranking that is patched after any changes equals one that is computed from the start', async (t) => {
  const roll = dice(7)
  // How often each document contains each word; the first two are in most documents.
  const countOf = (word: number): number => roll(word === 2 ? 20 : 3) > 0 && word === 2 ? 0 : roll(4)
  const texts = [0, 1, 2].map((word) => Array.from({ length: DOCUMENTS }, () => countOf(word)))
  let words = texts.map((counts) => Postings.of(Int32Array.from(counts.flatMap((count, id) => Array(count).fill(id)))))
  let [counted, visible] = [idsOf(roll, 4), idsOf(roll, 6)]
  let highest = DOCUMENTS

  const sources = () => ({ postings: words, areAllCounted: true, counted, visible })
  const anew = (most: number) => {
    const total = counted.size
    const documents = { total, all: counted, count: (ids: Int32Array) => counted.countOf(ids) }
    const matches = { phrases: [], words, parts: [] }
    const found = matchingDocuments(matches, QUERY, documents)!
    const each = EachRanked.of(relevanceOfEach(matches, QUERY, documents), visible)
    return { found, ranked: RankedDocuments.of(found, visible, relevanceOf(found, total), most), each }
  }
  const kept = () => CachedRanking.of(sources(), anew(HEAD).found, HEAD)!

  let ranking = kept()
  let mended = 0
  for (let step = 0; step < STEPS; step++) {
    for (let left = roll(4); left > 0; left--) {
      // Of three documents that are written one is new.
      const isNew = roll(3) === 0
      const id = isNew ? highest++ : roll(highest)
      words = words.map((postings, word) =>
        roll(3) === 0 ? postings.changed(new Map([[id, isNew || roll(2) === 0 ? countOf(word) : 300]])) : postings)
      const set = (ids: Ids): Ids => ids.changed(Int32Array.of(id), roll(5) > 0 ? Ids.of(Int32Array.of(id)) : Ids.NONE)
      counted = set(counted)
      visible = set(visible)
    }
    const now = ranking.patched(sources())
    if (now !== undefined) mended++
    ranking = now ?? kept()
    const shown = ranking.rankedBy(counted.size)
    const { ranked: expected, each } = anew(Infinity)
    const window = { offset: roll(4), limit: 1 + roll(HEAD - 4) }
    for (const direction of ['asc', 'desc'] as const) {
      t.same([shown.total, shown.page(direction, window)], [expected.total, expected.page(direction, window)], `step ${step}`)
      t.same([each.total, each.page(direction, window)], [expected.total, expected.page(direction, window)], 'each by itself')
    }
  }
  t.ok(mended > STEPS / 2, `${mended} times mended`)
  t.ok(mended < STEPS, 'and sometimes not, because the first ids of a class were not known any more')
})

t.test('a ranking is computed again when its sources are no longer known', async (t) => {
  const [words, all] = [[Postings.once(Int32Array.of(1, 2, 3))], Ids.of(Int32Array.of(1, 2, 3))]
  const query = readFullTextQuery('amber')!
  const documents = { total: 3, all, count: (ids: Int32Array) => ids.length }
  const found = matchingDocuments({ phrases: [], words, parts: [] }, query, documents)
  const sources = { postings: words, areAllCounted: true, counted: all, visible: all }
  const ranking = CachedRanking.of(sources, found, HEAD)!
  t.ok(ranking.patched(sources))
  const others = { ...sources, postings: [Postings.once(Int32Array.of(1, 2, 3))] }
  t.notOk(ranking.patched(others), 'the same documents, read once more')
  let changed = words[0]!
  for (let id = 4; id < 1000; id++) changed = changed.changed(new Map([[id, 1]]))
  t.notOk(ranking.patched({ ...sources, postings: [changed] }), 'after too many changes')
  const phrases = { ...sources, areAllCounted: false, postings: [words[0]!.changed(new Map([[4, 1]]))] }
  t.notOk(ranking.patched(phrases), 'where words count within a phrase only')
})

t.test('there are not as many classes as documents', async (t) => {
  const words = [Postings.of(Int32Array.from(Array.from({ length: 120 }, (_, id) => Array(id + 1).fill(id)).flat()))]
  const documents = { total: 120, count: (ids: Int32Array) => ids.length }
  const find = (most: number) => matchingDocuments({ phrases: [], words, parts: [] }, readFullTextQuery('amber')!, documents, most)
  t.equal(find(121)!.classes.size, 121, 'one for each document, and one for all others')
  t.equal(find(120), undefined)
})

/** All documents but one of so many. */
function idsOf (roll: (sides: number) => number, oneOf: number): Ids {
  const ids: number[] = []
  for (let id = 0; id < DOCUMENTS; id++) if (roll(oneOf) > 0) ids.push(id)
  return Ids.of(Int32Array.from(ids))
}
