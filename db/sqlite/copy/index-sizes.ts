import type { Connection } from '../connection/connection.js'
import { NEXT_PART, SLOT_ROWS } from '../../query/text/text-rows.js'

/** A contentless full-text table: FTS5 stores the number of tokens per column for each row. */
export type SizedIndex = 'fulltext' | 'site_page_fulltext' | 'value_trigram' | 'title_trigram'

/** Numbers of tokens by row, in FTS5's format, as hexadecimal. */
export type Sizes = Map<number, string>

/**
 * Reads the token counts of the rows of an index. Rows with parts of texts lie in slots (text-rows.ts), all others in
 * a single one.
 */
export class IndexSizes {
  readonly #driver: Connection['driver']
  readonly #isOfParts: boolean
  readonly #slots: string

  constructor ({ driver }: Connection, private readonly index: SizedIndex) {
    this.#driver = driver
    this.#isOfParts = index === 'value_trigram'
    this.#slots = JSON.stringify(this.#isOfParts ? this.#slotsInUse() : [0])
  }

  /** Token counts of resources or pages from one id to another (inclusive), without further parts of long texts. */
  between (first: number, last: number): Sizes {
    return this.#inEachSlot(first, this.#isOfParts ? Math.min(last, NEXT_PART - 1) : last)
  }

  /** Token counts of further parts of long texts. */
  ofFurtherParts (): Sizes {
    return this.#isOfParts ? this.#inEachSlot(NEXT_PART, SLOT_ROWS - 1) : new Map()
  }

  #inEachSlot (first: number, last: number): Sizes {
    const rows = this.#driver.prepare(`SELECT sizes.id, hex(sizes.sz) FROM json_each(?) AS slot CROSS JOIN "${this.index}_docsize" AS sizes
      ON sizes.id BETWEEN slot.value * ${SLOT_ROWS} + ? AND slot.value * ${SLOT_ROWS} + ?`).raw()
    return new Map(rows.all(this.#slots, first, last) as Array<[number, string]>)
  }

  #slotsInUse (): number[] {
    return this.#driver.prepare(`WITH RECURSIVE slot (first) AS (
      SELECT min(id) / ${SLOT_ROWS} FROM "${this.index}_docsize" UNION ALL
      SELECT (SELECT min(id) / ${SLOT_ROWS} FROM "${this.index}_docsize" WHERE id >= (first + 1) * ${SLOT_ROWS})
        FROM slot WHERE first IS NOT NULL
    ) SELECT first FROM slot WHERE first IS NOT NULL`).pluck().all() as number[]
  }
}

/** Token counts of all rows of an index. */
export function allSizes ({ driver }: Connection, index: SizedIndex): Sizes {
  return new Map(driver.prepare(`SELECT id, hex(sz) FROM "${index}_docsize"`).raw().all() as Array<[number, string]>)
}

/** Creates an empty index with the definition of an index of another database. */
export function emptyIndexLike (of: Connection, scratch: Connection, index: SizedIndex): void {
  const statement = of.driver.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(index) as string
  scratch.driver.exec(statement)
}

/** Removes all rows of such an index. */
export function clearIndex ({ driver }: Connection, index: SizedIndex): void {
  driver.prepare(`INSERT INTO "${index}" ("${index}") VALUES ('delete-all')`).run()
}
