import { stat } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { Turns } from '../../../../../core/sequence/turns.js'
import { detectEncoding, readText } from './encoding.js'
import {
  QuoteError, rowOf, SHEET_MAX_ROWS, TableError, type Grid, type Row, type TableObserver, type TableOptions
} from '../cells/table.js'

/** In order of preference. */
const DELIMITERS = ['\t', ';', ',', '|'] as const

/** Characters and rows from which the delimiter is guessed. */
const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_ROWS = 50

/** Longer rows are refused: usually an unbalanced quotation mark swallows the rest of the file. */
const ROW_MAX_CHARACTERS = 8 * 1024 * 1024

/** Characters parsed before other requests may run: few, because each may be an empty row. */
const PARSED_CHARACTERS_PER_TURN = 8 * 1024

/** Excel's optional first line, which declares the delimiter. */
const SEPARATOR_LINE = /^sep=([^\r\n])(?:\r\n|\r|\n)/i

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened here and closed nowhere',
  CSV_MAX_RECORD_SIZE:
    `the row is longer than ${ROW_MAX_CHARACTERS} characters; ` +
    'perhaps a quotation mark is opened here and closed nowhere'
}

/** Limit for a cell in a message. */
const EXCERPT_MAX_CHARACTERS = 30

/** Opens a CSV or TSV file. */
export async function openDelimited (file: string, options: TableOptions): Promise<Grid> {
  const { size } = await stat(file)
  const encoding = options.encoding ?? await detectEncoding(file)
  const { hasQuotes = true } = options
  const sample = await beginning(readText(file, encoding))
  const declared = SEPARATOR_LINE.exec(sample)
  const delimiter = options.delimiter ?? declared?.[1] ??
    await guessDelimiter(sample, options.format === 'tsv' ? '\t' : ',', hasQuotes)
  return {
    format: delimiter === '\t' ? 'tsv' : 'csv',
    encoding,
    delimiter,
    ...(!hasQuotes && { hasQuotes }),
    async * rows ({ onProgress }: TableObserver = {}) {
      const text = readText(file, encoding, (count) => onProgress?.(size === 0 ? 1 : count / size))
      yield * parsed(declared === null ? text : without(declared[0].length, text), delimiter, hasQuotes)
    }
  }
}

/** The rows of a text. Reading csv-parse as a stream would lose the last rows before an error. */
async function * parsed (
  text: AsyncIterable<string> | Iterable<string>, delimiter: string, hasQuotes: boolean
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  let number = 0
  let lastFilled = 0
  let failure: unknown
  const parser = parse({
    delimiter,
    quote: hasQuotes ? '"' : null,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: ROW_MAX_CHARACTERS,
    raw: hasQuotes,
    on_record: (parsed: string[] | { record: string[], raw: string }) => {
      // Each row counts as the first one: of one that is shorter or longer than the first, an error would be made, with
      // copies of its cells, although it is not reported.
      Object.assign(parser.info, { records: 0 })
      if (failure !== undefined) return null
      const cells = 'raw' in parsed ? parsed.record : parsed
      const stray = 'raw' in parsed ? cells.find((cell) => isStray(cell, parsed.raw, delimiter)) : undefined
      if (stray !== undefined) failure = strayQuote(stray, number + 1)
      else {
        const width = cells.length
        const row = rowOf(++number, cells)
        if (row !== undefined) {
          rows.push({ ...row, width })
          lastFilled = number
        } else if (number - lastFilled > SHEET_MAX_ROWS) {
          // A compressed file of some kilobytes can have as many as take hours.
          failure = new TableError(`there are more than ${SHEET_MAX_ROWS} empty rows`, number)
        }
      }
      return null
    }
  })
  parser.on('error', (error) => { failure ??= error }).resume()
  const turns = new Turns()
  for await (const piece of text) {
    for (let at = 0; at < piece.length; at += PARSED_CHARACTERS_PER_TURN) {
      const part = piece.slice(at, at + PARSED_CHARACTERS_PER_TURN)
      await new Promise<void>((resolve) => { parser.write(part, () => { resolve() }) })
      yield rows
      rows = []
      if (failure !== undefined) throw explained(failure, number + 1)
      await turns.next()
    }
  }
  await new Promise<void>((resolve) => { parser.end(() => { resolve() }) })
  yield rows
  if (failure !== undefined) throw explained(failure, number + 1)
}

function explained (failure: unknown, row: number): unknown {
  if (!(failure instanceof CsvError)) return failure
  const reason = REASONS[failure.code]
  return reason === undefined ? new TableError(failure.message, row) : new QuoteError(reason, row)
}

function strayQuote (cell: string, row: number): QuoteError {
  const begin = JSON.stringify(cell.slice(1, 1 + EXCERPT_MAX_CHARACTERS).split(/[\r\n]/, 1)[0]!)
  return new QuoteError(`a quotation mark is opened before ${begin} and closed in the middle of another cell`, row)
}

/**
 * Whether the cell's opening quotation mark was closed in the middle of another cell, so that it contains what
 * follows. `relax_quotes` then returns it with its opening quotation mark.
 */
function isStray (cell: string, raw: string, delimiter: string): boolean {
  if (!cell.startsWith('"') || !(cell.includes(delimiter) || /[\r\n]/.test(cell))) return false
  return !raw.includes(`"${cell.replaceAll('"', '""')}"`)
}

async function beginning (text: AsyncIterable<string>): Promise<string> {
  let sample = ''
  for await (const piece of text) {
    sample += piece
    if (sample.length >= SAMPLE_CHARACTERS) break
  }
  return sample.slice(0, SAMPLE_CHARACTERS)
}

async function * without (length: number, text: AsyncIterable<string>): AsyncGenerator<string> {
  let left = length
  for await (const piece of text) {
    yield piece.slice(left)
    left = Math.max(0, left - piece.length)
  }
}

/**
 * The delimiter that occurs in the header, and equally often in most rows; among equals, the one with more columns.
 */
async function guessDelimiter (sample: string, preferred: string, hasQuotes: boolean): Promise<string> {
  let best = { delimiter: preferred, share: 0, columns: 1 }
  for (const delimiter of DELIMITERS) {
    const widths = await widthsOf(sample, delimiter, hasQuotes)
    const [columns = 1] = widths
    if (columns === 1) continue
    const share = widths.filter((width) => width === columns).length / widths.length
    if (share > best.share || (share === best.share && columns > best.columns)) best = { delimiter, share, columns }
  }
  return best.delimiter
}

/** Numbers of cells in the first rows. Unbalanced quotation marks end them. */
async function widthsOf (sample: string, delimiter: string, hasQuotes: boolean): Promise<number[]> {
  const widths: number[] = []
  try {
    for await (const rows of parsed([sample], delimiter, hasQuotes)) for (const { width } of rows) widths.push(width!)
  } catch { /* It is reported when the table is read. */ }
  // The last row of the sample may be incomplete.
  if (widths.length > 1 && sample.length === SAMPLE_CHARACTERS) widths.pop()
  return widths.slice(0, SAMPLE_ROWS)
}
