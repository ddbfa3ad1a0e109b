import type { TableMapping } from '../../../../../schemas/table-mapping.js'
import type { Services } from '../../../../resources/definition/services.js'
import { guessMapping, type GuessOptions } from './mapping/guess-mapping.js'
import { fitMapping, parseMapping, type MappingContext } from './mapping/mapping.js'
import { readTable, type Table } from './grids/read-table.js'
import type { TableOptions } from './cells/table.js'

/**
 * Tables (CSV, TSV, XLSX, ODS) and how they become records. Imports and previews take them by the format `table`, with
 * the mapping as its option.
 *
 * @example
 * const table = await api.tables.read('objects.xlsx')
 * const mapping = await api.tables.guess(table)
 * const options = { file: table.file, format: 'table', formatOptions: { mapping } }
 * const records = await api.imports.preview(options)
 * await api.import(options)
 */
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

  /**
   * What the columns of a table are, as far as headers and first rows tell.
   *
   * @throws TableError when it is an exported table of media.
   */
  async guess (table: Table, options: GuessOptions = {}): Promise<TableMapping> {
    return guessMapping(table, await this.#context(), options)
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

  async #context (): Promise<MappingContext> {
    return { terms: await this.#services.store.terms(), dataTypes: this.#services.dataTypes }
  }
}
