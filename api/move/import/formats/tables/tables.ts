import type { TableMapping } from '../../../../../schemas/exchange/table-mapping.js'
import type { Services } from '../../../../resources/definition/services.js'
import { guessMapping, type GuessOptions } from './mapping/guess-mapping.js'
import { fitMapping, parseMapping, type MappingContext } from './mapping/mapping.js'
import { readTable, type Table } from './grids/read-table.js'
import type { TableOptions } from './cells/table.js'

/**
 * Tables (CSV, TSV, XLSX, ODS) and their mappings. Imports and previews accept them as the format `table`, with the
 * mapping as an option.
 * @example
 * const table = await api.tables.read('objects.xlsx')
 * const mapping = await api.tables.guess(table)
 * const options = { file: table.file, format: 'table', formatOptions: { mapping } }
 * const records = await api.imports.preview(options)
 * await api.import(options)
 */
export class Tables {
  constructor (private readonly services: Services) {}

  /**
   * Opens a table and reads its headers and first rows.
   * @throws TableError when it is not a table; a system error (with `code`) when it cannot be read.
   */
  async read (file: string, options: TableOptions = {}): Promise<Table> {
    return await readTable(file, options)
  }

  /** Guesses a mapping from the headers and first rows. @throws TableError when it is an exported table of media. */
  async guess (table: Table, options: GuessOptions = {}): Promise<TableMapping> {
    return guessMapping(table, await this.#context(), options)
  }

  /**
   * Validates a mapping that a user has written.
   * @param table if given, the mapping must fit it.
   * @throws MappingError that names each invalid member and the nearest valid one.
   */
  async parse (mapping: unknown, table?: Pick<Table, 'headers'>): Promise<TableMapping> {
    const parsed = parseMapping(mapping)
    if (table !== undefined) fitMapping(parsed, table.headers, await this.#context())
    return parsed
  }

  async #context (): Promise<MappingContext> {
    return { terms: await this.services.store.terms(), dataTypes: this.services.dataTypes }
  }
}
