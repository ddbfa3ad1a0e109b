import { Turns } from '../../../../../core/sequence/turns.js'
import { TableError, type Grid, type Row } from '../cells/table.js'

/** Characters of a table for each byte of its file: more means that a few texts or cells are named again and again. */
const HIGHEST_RATIO = 400

/** Characters that are harmless at any ratio. */
const HARMLESS_CHARACTERS = 64 * 1024 * 1024

/** What a cell takes besides its text, in characters. */
const CHARACTERS_PER_CELL = 16

/**
 * The same rows, between which others are served. A text that all rows name, or a cell that stands for many, can make a
 * million times as much of a small file.
 *
 * @param bytes of the file.
 */
export function boundedRows (rows: Grid['rows'], bytes: number): Grid['rows'] {
  const most = Math.max(HARMLESS_CHARACTERS, bytes * HIGHEST_RATIO)
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
