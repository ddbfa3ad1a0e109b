import type { Native } from '../../query/statements/database.js'
import { Postings } from '../../query/tokens/postings.js'
import type { DocumentTokens, FullTextIndex } from '../../query/tokens/full-text-tokens.js'
import { HIDDEN_PART, PARTS, termOf } from './full-text-tables.js'
import type { Outcome, Run } from '../connection/run.js'

/** Number of rows inserted by one statement. */
const ROWS_PER_STATEMENT = 20_000

/** Implements the full-text indexes as tables: a row for each token of a part of a document, with its positions. */
export function fullTextOf (
  run: Run
): Pick<Native, 'putDocuments' | 'postingsOf' | 'removeDocument' | 'mergeTexts' | 'keepIndexed'> {
  const remove = async (index: FullTextIndex, ids: readonly number[]): Promise<void> => {
    await run(`DELETE FROM ${index}_posting WHERE id = ANY ($1::bigint[])`, [ids])
    await run(`DELETE FROM ${index}_docsize WHERE id = ANY ($1::bigint[])`, [ids])
  }
  return {
    async putDocuments (index, documents) {
      const added = await run(`INSERT INTO ${index}_docsize (id) SELECT unnest($1::bigint[]) ON CONFLICT DO NOTHING
        RETURNING id`, [documents.map(({ id }) => id)])
      const isAdded = new Set(added.rows.map(([id]) => id as number))
      const sent: Array<Promise<Outcome>> = []
      for (const [write, some] of [
        [fill, documents.filter(({ id }) => isAdded.has(id))], [patch, documents.filter(({ id }) => !isAdded.has(id))]
      ] as const) {
        for (const part of partsOf(some)) sent.push(...write(run, index, part))
      }
      await Promise.all(sent)
    },
    async postingsOf (index, token, withHidden) {
      const list = (column: string): string => `coalesce(array_to_json(array_agg(${column}))::text, '[]')`
      const { rows: [found] } = await run(`SELECT ${list('id')}, ${list('total')} FROM (
        SELECT id, total FROM ${index}_posting WHERE term = $1${withHidden ? '' : ` AND part <> ${HIDDEN_PART}`} ORDER BY id
      ) AS listed`, [termOf(token)], `postings_${index}_${String(withHidden)}`)
      const [ids, totals] = found!.map((list) => JSON.parse(list as string) as number[]) as [number[], number[]]
      return Postings.of(ids, totals)
    },
    removeDocument: async (index, id) => { await remove(index, [id]) },
    // Ordinary tables need no merging.
    mergeTexts: async () => false,
    // PostgreSQL's trigram indexes belong to the tables themselves, so there is no queue.
    keepIndexed: async (_rows, write) => { await write() }
  }
}

type Posting = readonly [term: string, id: number, part: number, positions: readonly number[]]

/** The rows of some documents, which are written together. */
interface Part { readonly ids: number[], readonly rows: Posting[] }

/** Divides documents into parts; all rows of a document are in one part. */
function * partsOf (documents: readonly DocumentTokens[]): Generator<Part> {
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

/** Writes the rows of documents that are not indexed yet. */
function fill (run: Run, index: FullTextIndex, { ids, rows }: Part): Array<Promise<Outcome>> {
  return [
    run(`DELETE FROM ${index}_posting WHERE id = ANY ($1::bigint[])`, [ids]),
    run(`INSERT INTO ${index}_posting (term, id, part, positions) SELECT ${COLUMNS} FROM ${GIVEN}`, arraysOf(rows))
  ]
}

/**
 * Writes only the changed rows of documents: usually few, while writing all would update two indexes for each. A full
 * join is executed by hashing or sorting, whatever row count PostgreSQL expects.
 */
function patch (run: Run, index: FullTextIndex, { ids, rows }: Part): Array<Promise<Outcome>> {
  return [run(`WITH stored AS (SELECT term, id, part, positions FROM ${index}_posting WHERE id = ANY ($5::bigint[])),
      changed AS MATERIALIZED (
        SELECT term, id, part, given.positions FROM (SELECT ${COLUMNS} FROM ${GIVEN}) AS given
        FULL JOIN stored USING (term, id, part) WHERE given.positions IS DISTINCT FROM stored.positions),
      gone AS (
        DELETE FROM ${index}_posting AS posting USING changed WHERE changed.positions IS NULL
          AND posting.term = changed.term AND posting.id = changed.id AND posting.part = changed.part)
    INSERT INTO ${index}_posting (term, id, part, positions) SELECT * FROM changed WHERE positions IS NOT NULL
    ON CONFLICT (term, id, part) DO UPDATE SET positions = excluded.positions`, [...arraysOf(rows), ids])]
}

/** The rows as one array per column; arrays of arrays would be unnested, so positions are passed as texts. */
const GIVEN = 'unnest($1::text[], $2::bigint[], $3::smallint[], $4::text[]) AS row (term, id, part, positions)'
const COLUMNS = 'term COLLATE "C" AS term, id, part, positions::int[] AS positions'

function arraysOf (rows: readonly Posting[]): unknown[] {
  return [
    rows.map(([term]) => term), rows.map(([, id]) => id), rows.map(([, , part]) => part),
    rows.map(([, , , positions]) => `{${positions.join()}}`)
  ]
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
