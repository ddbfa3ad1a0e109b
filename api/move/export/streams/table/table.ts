import { stringify } from 'csv-stringify/sync'
import type { Representation } from '../../../../core/answers/answer.js'
import { BASE } from '../../../../core/answers/base.js'
import { CELL_MAX_CHARACTERS } from '../../../../../schemas/exchange/table-mapping.js'
import { partsOf } from '../../../../core/sequence/pages.js'
import { Turns } from '../../../../core/sequence/turns.js'
import { valueShapes } from '../../../../values/value-shapes.js'
import { guarded, joinValues } from '../../../pipeline/exported-cells.js'
import { foundRecords, represented } from '../records.js'
import type { ExportChunk, ExportTask, Snapshot } from '../task.js'
import { besideOf, FIXED, LISTS } from './fixed-columns.js'
import { isJsonHeader, ValueColumns } from './value-columns.js'

/** Approximate chunk size. */
const CHUNK_CHARACTERS = 64 * 1024

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table with a row for each resource (RFC 4180, or with tabs). A first pass over all values, in the same snapshot,
 * determines the columns.
 */
export async function * table (
  { selection, base, table: options }: ExportTask, snapshot: Snapshot, delimiter: ',' | '\t'
): AsyncGenerator<ExportChunk> {
  if (!('type' in selection) || options === undefined) throw new TypeError('A table has resources of one type.')
  const { context } = snapshot
  const records = await foundRecords(snapshot.definitions.get(selection.type)!, selection.query, context, true)
  const columns = new ValueColumns(context.terms)
  const turns = new Turns()
  for await (const ids of records.ids()) {
    for await (const some of turns.each(partsOf(ids, RESOURCES_PER_QUERY))) {
      columns.add(await valueShapes(context, some))
    }
  }
  const { first, last } = FIXED[selection.type as keyof typeof FIXED]
  const headers = [...Object.keys(first), ...columns.headers, ...Object.keys(last)]
  const lines = (rows: string[][]): string => stringify(rows, {
    delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/
  })
  const cell = (text: string): string => options.keepsFormulas ? text : guarded(text)
  let text = `${options.hasByteOrderMark ? BYTE_ORDER_MARK : ''}${lines([headers])}`
  let rows = 0
  let warnings: string[] = []
  yield { text, records: 0, files: [], total: records.total }
  text = ''
  for await (const some of represented(records, context)) {
    const beside = await besideOf(context, selection.type, some, options.showsOwners)
    const fixed = (columns: typeof first, representation: Representation): string[] =>
      Object.entries(columns).map(([name, column]) => {
        const content = column(representation, beside) ?? ''
        return cell(LISTS.has(name) ? joinValues(content as string[], options.separator) : content as string)
      })
    const made = some.map((representation) => {
      const texts = columns.textsOf(representation)
      const values = columns.headers.map((header) => {
        const found = texts.get(header)
        if (found === undefined) return ''
        return isJsonHeader(header) ? found[0]! : cell(joinValues(found, options.separator))
      })
      return [...fixed(first, representation), ...values, ...fixed(last, representation)]
    })
    for (const [at, cells] of made.entries()) warnings.push(...tooLong(some[at]!['o:id'], cells, headers))
    text += lines(made).replaceAll(BASE, base)
    rows += made.length
    if (text.length < CHUNK_CHARACTERS) continue
    yield { text, records: rows, files: [], warnings }
    ;[text, rows, warnings] = ['', 0, []]
  }
  yield { text, records: rows, files: [], warnings }
}

function tooLong (id: unknown, cells: readonly string[], headers: readonly string[]): string[] {
  return cells.flatMap((cell, at) => cell.length > CELL_MAX_CHARACTERS
    ? `${String(id)}: ${headers[at]!} has ${cell.length} characters; spreadsheet programs allow ${CELL_MAX_CHARACTERS}`
    : [])
}

/** Resources per query in the first pass. */
const RESOURCES_PER_QUERY = 100
