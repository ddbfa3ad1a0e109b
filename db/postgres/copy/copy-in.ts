import type pg from 'pg'
import { withCode } from '../connection/connection-error.js'

/** Methods of pg's internal connection that COPY needs and @types/pg does not declare. */
interface CopyConnection {
  query (text: string): void
  sendCopyFromChunk (chunk: Buffer): void
  endCopyFrom (): void
}

/** A cell of a row; a list contains whole numbers. */
export type Cell = string | number | null | readonly number[]

const SPECIAL = /[\\\n\r\t]/g
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Adds rows to a table by COPY, which needs far less server time than INSERT statements with the same rows. */
export async function copyIn (
  client: pg.Client, table: string, columns: readonly string[], rows: Iterable<readonly Cell[]>
): Promise<void> {
  const names = columns.map((name) => `"${name}"`).join()
  let text = ''
  for (const row of rows) text += lineOf(row)
  if (text === '') return
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(new CopyIn(`COPY "${table}" (${names}) FROM STDIN`, text, (error) => {
        if (error === undefined) resolve()
        else reject(error)
      }) as unknown as pg.Submittable)
    })
  } catch (error) {
    throw withCode(error)
  }
}

/** Callbacks of the driver for messages of the server. */
class CopyIn {
  constructor (
    private readonly statement: string, private readonly text: string, readonly callback: (error?: unknown) => void
  ) {}

  submit (connection: CopyConnection): void {
    connection.query(this.statement)
  }

  handleCopyInResponse (connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.text))
    connection.endCopyFrom()
  }

  handleCommandComplete (): void {}

  handleReadyForQuery (): void {
    this.callback()
  }

  handleError (error: unknown): void {
    this.callback(error)
  }
}

function lineOf (row: readonly Cell[]): string {
  let line = ''
  for (const [at, cell] of row.entries()) line += `${at === 0 ? '' : '\t'}${textOf(cell)}`
  return `${line}\n`
}

function textOf (cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return cell.replaceAll(SPECIAL, (character) => ESCAPED[character]!)
  return typeof cell === 'number' ? String(cell) : `{${cell.join()}}`
}
