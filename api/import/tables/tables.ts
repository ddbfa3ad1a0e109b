import type { TableMapping } from '../../../schemas/table-mapping.js'
import type { Services } from '../../services.js'
import { guessMapping } from './guess-mapping.js'
import { fitMapping, parseMapping, type MappingContext } from './mapping.js'
import { readTable, type Table } from './read-table.js'
import { RowReader, type TableRecord } from './row-reader.js'
import type { TableOptions } from './table.js'

/** Records that a preview shows when the caller does not say. */
const PREVIEW = 10

/** Tables (CSV, TSV, XLSX, ODS) and how they become records; the import itself takes a table with its mapping. */
export class Tables {
  readonly #services: Services

  constructor (services: Services) {
    this.#services = services
  }

  /**
   * Opens a table and reads its headers and first rows.
   *
   * @throws TableError when it is no table; a system error (with `code`) when it cannot be read.
   */
  async read (file: string, options: TableOptions = {}): Promise<Table> {
    return await readTable(file, options)
  }

  /** What the columns of a table are, as far as headers and first rows tell. */
  async guess (table: Table): Promise<TableMapping> {
    return guessMapping(table, await this.#context())
  }

  /**
   * A mapping that somebody has written, checked.
   *
   * @param table if given, the mapping has to fit it.
   * @throws MappingError that names each member at fault, with what is nearest.
   */
  async parse (mapping: unknown, table?: Pick<Table, 'headers'>): Promise<TableMapping> {
    const parsed = parseMapping(mapping)
    if (table !== undefined) fitMapping(parsed, table.headers, await this.#context())
    return parsed
  }

  /**
   * The first records of a table as they would come in, each with what is wrong with it.
   *
   * @throws MappingError when the mapping does not fit the table.
   */
  async preview (table: Table, mapping: TableMapping, count = PREVIEW): Promise<TableRecord[]> {
    const reader = new RowReader(fitMapping(mapping, table.headers, await this.#context()))
    return table.sample.slice(0, count).map((row) => reader.read(row))
  }

  async #context (): Promise<MappingContext> {
    return { terms: await this.#services.store.terms(), dataTypes: this.#services.dataTypes }
  }
}
