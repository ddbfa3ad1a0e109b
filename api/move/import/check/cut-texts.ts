import type { Database } from '../../../../db/query/statements/database.js'
import type { Terms } from '../../../../db/query/statements/terms.js'
import { CELL_MAX_CHARACTERS } from '../../../core/text/cell-limit.js'
import { readRows } from '../../../values/value-rows.js'
import type { ImportRecord } from '../records/record.js'

/**
 * Messages about texts of a record that are only the beginning of the stored ones, because a spreadsheet program has
 * cut them.
 */
export async function cutTexts (
  database: Database, id: number, { full, values }: ImportRecord, { properties }: Terms
): Promise<string[]> {
  if (full.size === 0) return []
  const stored = await readRows(database, id)
  return [...full].flatMap((propertyId) => {
    const text = values.findLast(({ row }) => row.propertyId === propertyId)?.row.text?.trim() ?? ''
    const whole = stored.map((row) => row.propertyId === propertyId ? row.text?.trim() ?? '' : '')
      .find((one) => one.length > text.length && one.startsWith(text))
    if (text === '' || whole === undefined) return []
    return `${properties.byId.get(propertyId)!.term}: a spreadsheet program has cut the text after ${CELL_MAX_CHARACTERS} ` +
      `characters; ${whole.length} are stored. Leave the cell empty if the stored text is to stay, ` +
      'or take the text from a file that no spreadsheet program has saved'
  })
}
