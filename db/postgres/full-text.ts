import type { Native } from '../database.js'
import { Postings } from '../search/postings.js'
import type { DocumentTokens, FullTextIndex } from '../search/full-text-tokens.js'
import { HIDDEN_PART, PARTS, termOf } from './full-text-tables.js'
import type { Outcome, Run } from './run.js'

/** Rows that are inserted by one statement. */
const AT_ONCE = 20_000

/** The full-text indexes: a row for each token in a part of a document, with its places. */
export function fullTextOf (run: Run): Pick<Native, 'putDocuments' | 'postingsOf' | 'removeDocument' | 'keepIndexed'> {
  const remove = async (index: FullTextIndex, ids: readonly number[]): Promise<void> => {
    await run(`DELETE FROM ${index}_posting WHERE id = ANY ($1::bigint[])`, [ids])
    await run(`DELETE FROM ${index}_docsize WHERE id = ANY ($1::bigint[])`, [ids])
  }
  return {
    async putDocuments (index, documents) {
      const ids = documents.map(({ id }) => id)
      const sent = [
        run(`DELETE FROM ${index}_posting WHERE id = ANY ($1::bigint[])`, [ids]),
        run(`INSERT INTO ${index}_docsize (id) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING`, [ids])
      ]
      let rows: Posting[] = []
      for (const document of documents) {
        for (const posting of postingsOf(document)) rows.push(posting)
        if (rows.length < AT_ONCE) continue
        sent.push(insert(run, index, rows))
        rows = []
      }
      if (rows.length > 0) sent.push(insert(run, index, rows))
      await Promise.all(sent)
    },
    async postingsOf (index, token, withHidden) {
      const list = (column: string): string => `coalesce(array_to_json(array_agg(${column}))::text, '[]')`
      const { rows: [found] } = await run(`SELECT ${list('id')}, ${list('total')} FROM (
        SELECT id, total FROM ${index}_posting WHERE term = $1${withHidden ? '' : ` AND part <> ${HIDDEN_PART}`} ORDER BY id
      ) AS listed`, [termOf(token)], `postings_${index}_${String(withHidden)}`)
      const [ids, totals] = found!.map((list) => JSON.parse(list as string) as number[]) as [number[], number[]]
      return Postings.counted(ids, totals)
    },
    removeDocument: async (index, id) => { await remove(index, [id]) },
    // Its indexes of phrases are those of the table itself.
    keepIndexed: async (_rows, write) => { await write() }
  }
}

type Posting = readonly [term: string, id: number, part: number, positions: readonly number[]]

async function insert (run: Run, index: FullTextIndex, rows: readonly Posting[]): Promise<Outcome> {
  // Arrays of arrays would be unnested, so places are sent as texts.
  return await run(`INSERT INTO ${index}_posting (term, id, part, positions)
    SELECT term, id, part, positions::int[]
    FROM unnest($1::text[], $2::bigint[], $3::smallint[], $4::text[]) AS row (term, id, part, positions)`,
  [
    rows.map(([term]) => term), rows.map(([, id]) => id), rows.map(([, , part]) => part),
    rows.map(([, , , positions]) => `{${positions.join()}}`)
  ])
}

export function * postingsOf (document: DocumentTokens): Generator<Posting> {
  for (const [part, name] of PARTS.entries()) {
    const text = document[name]
    if (text === '') continue
    const places = new Map<string, number[]>()
    for (const [at, token] of text.split(' ').entries()) {
      const known = places.get(token)
      if (known === undefined) places.set(token, [at])
      else known.push(at)
    }
    for (const [token, positions] of places) yield [termOf(token), document.id, part, positions]
  }
}
