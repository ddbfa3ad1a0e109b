import { suggestion } from '../../../../pipeline/problems.js'
import { TableError, type Grid, type Row, type Sheet, type TableObserver } from '../cells/table.js'
import type { Archive } from './archive.js'

/** A sheet of a spreadsheet. Its rows are read from the archive, which is opened again each time. */
export interface OpenSheet extends Omit<Grid, 'rows'> {
  rows (archive: Archive, observer: TableObserver): AsyncGenerator<Row[]>
}

/** The sheet with this name; without one, the first that is not hidden. @throws TableError with the nearest name. */
export function chooseSheet<S extends Sheet> (sheets: readonly S[], name: string | undefined): S {
  if (name === undefined) {
    const shown = sheets.find(({ isHidden }) => !isHidden)
    if (shown === undefined) throw new TableError('the file has no sheet that is shown')
    return shown
  }
  const found = sheets.find((sheet) => sheet.name === name)
  if (found !== undefined) return found
  throw new TableError(`there is no sheet ${name}${suggestion(name, sheets.map((sheet) => sheet.name))}`)
}
