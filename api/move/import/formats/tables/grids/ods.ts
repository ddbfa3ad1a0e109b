import type { Archive } from './archive.js'
import { OdsReader } from './ods-sheet.js'
import { chooseSheet } from './sheets.js'
import type { Grid, Sheet } from '../cells/table.js'
import { readXml, rowsIn } from './xml.js'

const CONTENT = 'content.xml'

/** Opens a sheet of an OpenDocument spreadsheet. */
export async function openOds (
  archive: Archive, open: () => Promise<Archive>, sheetName: string | undefined
): Promise<Grid> {
  const sheets = await readSheets(archive)
  const sheet = chooseSheet(sheets, sheetName)
  return {
    format: 'ods',
    sheet: sheet.name,
    sheets,
    rows: (observer = {}) => rowsIn(open, CONTENT, new OdsReader(sheets.indexOf(sheet), observer), observer)
  }
}

/** The sheets are in one document, together with their styles. */
async function readSheets (archive: Archive): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  const { stream } = await archive.read(CONTENT)
  await readXml(stream, {
    open (name, attributes) {
      if (name === 'style') style = attributes['style:name'] ?? ''
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style)
      else if (name === 'table') {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
        sheets.push({ name: attributes['table:name'] ?? '', isHidden })
      }
    }
  })
  return sheets
}
