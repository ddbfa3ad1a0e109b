import { sql, type SQL } from 'drizzle-orm'
import { digest } from '../../keys/digest.js'
import type { Native } from '../../query/statements/database.js'
import { Postings } from '../../query/tokens/postings.js'
import type { FullTextIndex, TokenizedDocument } from '../../query/tokens/full-text-tokens.js'
import type { Run } from '../connection/connections.js'

/** The parts of a document; the column `part` contains their index. */
const PARTS = ['title', 'text', 'hidden'] as const
export const HIDDEN_PART = PARTS.indexOf('hidden')

/** The table with the positions of tokens; `…_docsize` lists the indexed documents. */
export function postingTable (index: FullTextIndex): SQL {
  return sql`${sql.identifier(`${index}_posting`)}`
}

/**
 * Tokens up to this number of code units are stored as they are: at most three bytes each, and an index entry may have
 * 2,700 bytes.
 */
const TERM_MAX_UNITS = 600

/** The stored form of a token: for a long one, its beginning and a digest of the whole. */
export function termOf (token: string): string {
  return token.length <= TERM_MAX_UNITS ? token : `${token.slice(0, TERM_MAX_UNITS)} ${digest('sha256', token, 'hex')}`
}

/** The stored form of the beginning of tokens. */
export function beginningOf (start: string): string {
  return start.slice(0, TERM_MAX_UNITS)
}

/** Number of rows inserted by one statement. */
const ROWS_PER_STATEMENT = 20_000

/** Implements the full-text indexes as tables: a row for each token of a part of a document, with its positions. */
export function fullTextOf (
  run: Run
): Pick<Native, 'putDocuments' | 'postingsOf' | 'removeDocument' | 'mergeTexts'> {
  return {
    async putDocuments (index, documents) {
      await run(`INSERT INTO ${index}_docsize (id) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING`,
        [documents.map(({ id }) => id)])
      for (const part of partsOf(documents)) await write(run, index, part)
    },
    async postingsOf (index, token, withHidden) {
      const list = (column: string): string => `coalesce(array_to_json(array_agg(${column}))::text, '[]')`
      const { rows: [found] } = await run(`SELECT ${list('id')}, ${list('total')} FROM (
        SELECT id, total FROM ${index}_posting WHERE term = $1${withHidden ? '' : ` AND part <> ${HIDDEN_PART}`} ORDER BY id
      ) AS listed`, [termOf(token)], `postings_${index}_${String(withHidden)}`)
      const [ids, totals] = found!.map((list) => JSON.parse(list as string) as number[]) as [number[], number[]]
      return Postings.of(ids, totals)
    },
    async removeDocument (index, id) {
      await run(`DELETE FROM ${index}_posting WHERE id = $1`, [id])
      await run(`DELETE FROM ${index}_docsize WHERE id = $1`, [id])
    },
    // Ordinary tables need no merging.
    mergeTexts: async () => false
  }
}

type Posting = readonly [term: string, id: number, part: number, positions: readonly number[]]

/** The rows of some documents, which are written together. */
interface Part { readonly ids: number[], readonly rows: Posting[] }

/** Divides documents into parts; all rows of a document are in one part. */
function * partsOf (documents: readonly TokenizedDocument[]): Generator<Part> {
  let part: Part = { ids: [], rows: [] }
  for (const document of documents) {
    part.ids.push(document.id)
    for (const posting of postingsOf(document)) part.rows.push(posting)
    if (part.rows.length < ROWS_PER_STATEMENT) continue
    yield part
    part = { ids: [], rows: [] }
  }
  if (part.ids.length > 0) yield part
}

/**
 * Writes only the changed rows of documents: usually few, while writing all would update two indexes for each. A full
 * join is executed by hashing or sorting, whatever row count PostgreSQL expects.
 */
async function write (run: Run, index: FullTextIndex, { ids, rows }: Part): Promise<void> {
  // One array per column; arrays of arrays would be unnested, so positions are passed as texts.
  const arrays = [
    rows.map(([term]) => term), rows.map(([, id]) => id), rows.map(([, , part]) => part),
    rows.map(([, , , positions]) => `{${positions.join()}}`)
  ]
  await run(`WITH stored AS (SELECT term, id, part, positions FROM ${index}_posting WHERE id = ANY ($5::bigint[])),
      changed AS MATERIALIZED (
        SELECT term, id, part, given.positions FROM (
          SELECT term COLLATE "C" AS term, id, part, positions::int[] AS positions
          FROM unnest($1::text[], $2::bigint[], $3::smallint[], $4::text[]) AS row (term, id, part, positions)) AS given
        FULL JOIN stored USING (term, id, part) WHERE given.positions IS DISTINCT FROM stored.positions),
      gone AS (
        DELETE FROM ${index}_posting AS posting USING changed WHERE changed.positions IS NULL
          AND posting.term = changed.term AND posting.id = changed.id AND posting.part = changed.part)
    INSERT INTO ${index}_posting (term, id, part, positions) SELECT * FROM changed WHERE positions IS NOT NULL
    ON CONFLICT (term, id, part) DO UPDATE SET positions = excluded.positions`, [...arrays, ids])
}

function * postingsOf (document: TokenizedDocument): Generator<Posting> {
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
