import { namelessHint } from '../../../../../core/answers/addresses.js'
import { CELL_MAX_CHARACTERS } from '../../../../../../schemas/exchange/table-mapping.js'
import { addTo, type Json } from '../../../../pipeline/lines.js'
import { excerptOf } from '../../../../pipeline/problems.js'
import type { SourceRecord } from '../../../../pipeline/source.js'
import { hasScheme, piecesOf, valuesOf } from './cell-value.js'
import { FIELDS, labelOf, type Field } from './fields.js'
import type { FittedMapping, MappedColumn } from './mapping.js'
import type { Row } from '../cells/table.js'
import { counted } from '../../../../../core/text/nouns.js'

/** Returns a function that converts rows to records. */
export function rowReader ({ headers, columns, record: common }: FittedMapping): (row: Row) => SourceRecord {
  const terms = columns.flatMap(({ target }) => target.kind === 'values' ? [target.property.term] : [])
  const unordered = [...new Set(terms.filter((term, at) => terms.indexOf(term) < at))]
  // Values of media come last, because they belong to the media of other columns.
  const isOfMedia = ({ target }: MappedColumn): boolean => target.kind === 'media-values'
  const ordered = [...columns.filter((column) => !isOfMedia(column)), ...columns.filter(isOfMedia)]
  return ({ number, cells, width, links }) => {
    const made = new RecordBuilder(number, common)
    if (cells.length > headers.length) {
      made.errors.push(`the row has ${counted(cells.length, 'cell')}, but the table only ${counted(headers.length, 'header')}`)
    } else if (width !== undefined && width < headers.length) {
      made.warnings.push(`the row has ${counted(width, 'cell')}, but the table ${counted(headers.length, 'header')}; the rest is empty`)
    }
    for (const column of ordered) {
      const at = column.position - 1
      made.add(column, cells[at] ?? '', links?.get(at) ?? [])
    }
    return { ...made, unordered }
  }
}

/** Builds the record of a row; its errors and warnings name the column. */
class RecordBuilder implements SourceRecord {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly full: string[] = []
  readonly record: Json

  constructor (readonly number: number, common: FittedMapping['record']) {
    const { 'o:item_set': itemSets = [], 'o:owner': owner, 'o:resource_template': template, ...rest } = common
    this.record = {
      '@type': 'o:Item',
      ...rest,
      ...(owner !== undefined && { 'o:owner': { 'o:email': owner } }),
      ...(template !== undefined && { 'o:resource_template': { 'o:label': template } })
    }
    for (const title of itemSets) addTo(this.record, 'o:item_set', { 'o:title': title })
  }

  /** @param addresses that the cell links to. */
  add (column: MappedColumn, cell: string, addresses: readonly string[]): void {
    const { target } = column
    for (const address of addresses) {
      // Anchors in the same file begin with #.
      if (hasScheme(address) || address.startsWith('#') || target.kind === 'nothing') continue
      this.warnings.push(`column ${column.name}: the cell links to ${excerptOf(address)}, which is not a web address; ` +
        'the link is left out')
    }
    if (column.isIdentifier === true) this.#identify(column, cell.trim())
    if (target.kind === 'nothing') return
    if (target.kind === 'field') {
      const pieces = target.field === 'url' && addresses.length > 0 ? addresses : piecesOf(cell, column)
      for (const piece of pieces) this.#set(target.field, column, piece.trim())
      return
    }
    const { kind, property: { term } } = target
    if (cell.length === CELL_MAX_CHARACTERS) {
      this.warnings.push(`column ${column.name}: the cell has ${CELL_MAX_CHARACTERS} characters, ` +
        'the maximum of spreadsheet programs; its text may have been cut')
      if (kind === 'values') this.full.push(term)
    }
    const values = valuesOf(cell, column, addresses, (message) => { this.#error(column, message) })
    if (kind === 'values') for (const value of values) addTo(this.record, term, value)
    else this.#addToMedia(column, term, values)
  }

  #addToMedia (column: MappedColumn, term: string, values: readonly Json[]): void {
    const media = this.record['o:media'] as Json[] | undefined ?? []
    for (const [at, value] of values.entries()) {
      if (at < media.length) addTo(media[at]!, term, value)
      else this.#error(column, `value ${at + 1} belongs to no media; the row has ${media.length}`)
    }
  }

  #identify (column: MappedColumn, cell: string): void {
    if (cell === '') this.#error(column, 'the cell is empty, but is to identify the row')
    else this.record['@id'] = labelOf(cell)
  }

  #set (field: Field, column: MappedColumn, piece: string): void {
    const { valueOf, fault = '', list } = FIELDS[field]
    const value = valueOf(piece, column.by ?? 'o:title')
    const hint = field === 'url' ? namelessHint(piece) : ''
    if (value === undefined) this.#error(column, `${excerptOf(piece)} ${fault}${hint}`)
    else if (list !== undefined) addTo(this.record, list, value)
    else this.record[field] = value
  }

  #error (column: MappedColumn, message: string): void {
    this.errors.push(`column ${column.name}: ${message}`)
  }
}
