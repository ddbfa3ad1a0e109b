import { Turns } from '../../../../../core/sequence/turns.js'
import { TableError, type Grid, type Row } from '../cells/table.js'

/** A larger ratio of characters to bytes means that a few texts or cells are repeated again and again. */
const CHARACTERS_PER_BYTE_MAX = 400

/** Tables with fewer characters are accepted at any ratio. */
const UNLIMITED_RATIO_MAX_CHARACTERS = 64 * 1024 * 1024

/** Overhead of a cell, in characters. */
const CHARACTERS_PER_CELL = 16

/**
 * Adds a size limit to `rows`, and lets other requests run in between. A shared text or a repeated cell can expand a
 * small file a million times.
 * @param bytes size of the file.
 */
export function boundedRows (rows: Grid['rows'], bytes: number): Grid['rows'] {
  const most = Math.max(UNLIMITED_RATIO_MAX_CHARACTERS, bytes * CHARACTERS_PER_BYTE_MAX)
  return async function * (observer) {
    const turns = new Turns()
    let characters = 0
    for await (const some of rows(observer)) {
      for (const row of some) {
        characters += charactersOf(row)
        if (characters > most) throw tooMuch(bytes, most, row.number)
      }
      yield some
      await turns.next()
    }
  }
}

function charactersOf ({ cells }: Row): number {
  let sum = 0
  for (const cell of cells) sum += CHARACTERS_PER_CELL + (cell?.length ?? 0)
  return sum
}

function tooMuch (bytes: number, most: number, row: number): TableError {
  return new TableError(
    `the ${bytes} bytes of the file would become more than ${most} characters, because few texts or cells are ` +
    'repeated; save it as CSV',
    row
  )
}
