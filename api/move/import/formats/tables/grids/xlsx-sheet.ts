import { isoText, numberText, textShown, type CellFormat } from '../cells/cell-format.js'
import { isTrue, longer, unescaped } from '../cells/cell-text.js'
import type { DateSystem } from '../cells/format-date.js'
import { ARE_MERGED, RowBuilder } from '../cells/row-builder.js'
import type { StringTable } from './string-table.js'
import { columnLetters, TABLE_MAX_COLUMNS, TableError, type Row, type TableObserver } from '../cells/table.js'
import type { RowHandler, XmlHandler } from './xml.js'

/** Shared data to which the cells of a sheet refer. */
export interface CellContext {
  texts: StringTable
  /** By style number. */
  formats: readonly CellFormat[]
  dates: DateSystem
  /** Addresses by cell, such as `B7`. */
  links: ReadonlyMap<string, string>
}

const LAST_ROW = 1_048_576

/** Limit for cells with links; Excel allows 65,530 links. */
const LINKS_MAX_CELLS = 200_000

/** Collects the rows of a sheet from its XML. */
export class SheetReader implements RowHandler {
  #rows: Row[] = []
  #row: RowBuilder
  /** Position of the cell, counted from 1. */
  #column = 0
  #type = 'n'
  #style = 0
  #text = ''
  #isText = false
  /** Text of the formula; undefined without one. */
  #formula: string | undefined
  #isFormula = false
  #isPhonetic = false

  constructor (readonly context: CellContext, readonly observer: TableObserver) {
    this.#row = new RowBuilder(0, observer)
  }

  * take (): Generator<Row[]> {
    yield this.#rows
    this.#rows = []
  }

  open (name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#beginRow(attributes.r)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'v' || name === 't') this.#isText = true
    else if (name === 'f') {
      this.#formula = ''
      this.#isFormula = true
    } else if (name === 'mergeCell') this.#warnOfMerged(attributes.ref ?? '')
  }

  text (piece: string): void {
    if (this.#isFormula) this.#formula = longer(this.#formula!, piece)
    else if (this.#isText && !this.#isPhonetic) this.#text = longer(this.#text, piece)
  }

  close (name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'f') this.#isFormula = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') {
      const row = this.#row.end()
      if (row !== undefined) this.#rows.push(row)
    }
  }

  #beginRow (reference: string | undefined): void {
    const last = this.#row.number
    const number = reference === undefined ? last + 1 : Number(reference)
    if (!Number.isInteger(number) || number <= last || number > LAST_ROW) {
      throw new TableError(`the file is damaged: row ${String(reference)} follows row ${last}`, last + 1)
    }
    this.#row = new RowBuilder(number, this.observer)
    this.#column = 0
  }

  #beginCell ({ r: reference, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    if (!(this.#column >= 1 && this.#column <= TABLE_MAX_COLUMNS)) {
      throw new TableError(`the file is damaged: there is no cell ${String(reference)}`, this.#row.number)
    }
    this.#type = type
    this.#style = Number(style)
    this.#text = ''
    this.#formula = undefined
  }

  #endCell (): void {
    const { links } = this.context
    // A formula with an empty text as its result has the type of texts.
    const hasResult = this.#formula === undefined || this.#text !== '' || this.#type !== 'n'
    const link = links.size === 0 ? undefined : links.get(`${columnLetters(this.#column)}${this.#row.number}`)
    this.#row.cells[this.#column - 1] = this.#row.textOf(
      this.#column, hasResult ? this.#value() : undefined, this.#formula, link === undefined ? [] : [link]
    )
  }

  #value (): string {
    const text = this.#text
    const format = this.context.formats[this.#style] ?? []
    switch (this.#type) {
      case 's': return textShown(this.context.texts.get(text === '' ? -1 : Number(text)) ?? '', format)
      case 'str': case 'inlineStr': return textShown(unescaped(text), format)
      case 'b': return isTrue(text) ? 'true' : 'false'
      case 'd': return isoText(text, format)
      case 'e': return this.#row.withoutError(this.#column, text)
      default: return text === '' ? '' : numberText(text, format, this.context.dates)
    }
  }

  #warnOfMerged (reference: string): void {
    const [, letters, row] = /^([A-Z]{1,3})(\d{1,7}):/.exec(reference) ?? []
    if (letters === undefined) return
    new RowBuilder(Number(row), this.observer).warn(columnOf(letters), `the cells ${reference} ${ARE_MERGED}`)
  }
}

/** The position of the column in a cell reference such as AB12; NaN without letters. */
function columnOf (reference: string): number {
  let position = 0
  for (const character of reference.slice(0, 3)) {
    const digit = character.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    position = position * 26 + digit
  }
  return position === 0 ? Number.NaN : position
}

/** Collects the links of a sheet, which follow its rows. */
export class LinkReader implements XmlHandler {
  /** Addresses by cell, such as `B7`. */
  readonly links = new Map<string, string>()

  /** @param targets addresses by relationship id. */
  constructor (readonly targets: ReadonlyMap<string, string>) {}

  open (name: string, attributes: Readonly<Record<string, string>>): void {
    if (name !== 'hyperlink') return
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    const target = this.targets.get(id)
    if (target === undefined) return
    const address = attributes.location === undefined ? target : `${target}#${attributes.location}`
    for (const cell of cellsIn(attributes.ref ?? '')) {
      if (this.links.size >= LINKS_MAX_CELLS) throw new TableError(`the sheet has links in more than ${LINKS_MAX_CELLS} cells`)
      this.links.set(cell, address)
    }
  }
}

/**
 * The cells of a range in its first column: of merged cells only the first has a value, and selected ones share a
 * column.
 */
function * cellsIn (reference: string): Generator<string> {
  const [, column, first, last] = /^([A-Z]{1,3})(\d{1,7})(?::[A-Z]{1,3}(\d{1,7}))?$/.exec(reference) ?? []
  if (column === undefined) return
  for (let row = Number(first); row <= Number(last ?? first); row++) yield `${column}${row}`
}
