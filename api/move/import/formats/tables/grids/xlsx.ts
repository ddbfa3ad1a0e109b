import path from 'node:path'
import type { Archive } from './archive.js'
import { cellFormat, type CellFormat } from '../cells/cell-format.js'
import { isFalse, isTrue, longer, unescaped } from '../cells/cell-text.js'
import type { DateSystem } from '../cells/format-date.js'
import { chooseSheet } from './sheets.js'
import { StringTable } from './string-table.js'
import { TableError, type Grid, type Sheet } from '../cells/table.js'
import { readXml, rowsIn, type XmlHandler } from './xml.js'
import { LinkReader, SheetReader, type CellContext } from './xlsx-sheet.js'

interface Workbook {
  sheets: Array<Sheet & { relation: string }>
  dates: DateSystem
}

/** Opens a sheet of an Office Open XML workbook (ECMA-376). */
export async function openXlsx (
  archive: Archive, open: () => Promise<Archive>, sheetName: string | undefined
): Promise<Grid> {
  const main = await mainPart(archive)
  if (!/\.xml$/i.test(main)) throw new TableError('binary workbooks (XLSB) cannot be read; save it as XLSX')
  const parts = await relations(archive, main)
  const workbook = await readWorkbook(archive, main)
  const sheet = chooseSheet(workbook.sheets, sheetName)
  const part = parts.find(({ id }) => id === sheet.relation)
  if (part === undefined) throw new TableError(`the sheet ${sheet.name} is missing in the file`)
  if (!part.type.endsWith('/worksheet')) throw new TableError(`the sheet ${sheet.name} is not a table`)
  const targetOf = (type: string): string | undefined => parts.find((found) => found.type.endsWith(`/${type}`))?.target
  const context: CellContext = {
    texts: await readTexts(archive, targetOf('sharedStrings')),
    formats: await readFormats(archive, targetOf('styles')),
    dates: workbook.dates === 'Excel' && await isByLibreOffice(archive) ? 'ISO' : workbook.dates,
    links: await readLinks(archive, part.target)
  }
  return {
    format: 'xlsx',
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    rows: (observer = {}) => rowsIn(open, part.target, new SheetReader(context, observer), observer)
  }
}

async function mainPart (archive: Archive): Promise<string> {
  const root = await relations(archive, '')
  const main = root.find(({ type }) => type.endsWith('/officeDocument'))
  if (main === undefined) throw new TableError('the file is not a workbook')
  return main.target
}

interface Relation { id: string, type: string, target: string, isExternal: boolean }

/** The parts and addresses to which a part refers. @param part empty for the whole package. */
async function relations (archive: Archive, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part)
  const found: Relation[] = []
  await readPart(archive, relationsOf(part), {
    open (name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      const isExternal = TargetMode === 'External'
      const target = isExternal ? Target : path.posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1)
      found.push({ id: Id, type: Type, target, isExternal })
    }
  })
  return found
}

/** Path of the part that lists the relationships of a part. */
function relationsOf (part: string): string {
  return path.posix.join(path.posix.dirname(part), '_rels', `${path.posix.basename(part)}.rels`)
}

/** The links of a sheet's cells. They are at its end, so the sheet is read an extra time if it has any. */
async function readLinks (archive: Archive, sheet: string): Promise<ReadonlyMap<string, string>> {
  if (!archive.has(relationsOf(sheet))) return new Map()
  const links = (await relations(archive, sheet)).filter(({ type, isExternal }) => isExternal && type.endsWith('/hyperlink'))
  const reader = new LinkReader(new Map(links.map(({ id, target }) => [id, target])))
  if (links.length > 0) await readPart(archive, sheet, reader)
  return reader.links
}

async function readWorkbook (archive: Archive, part: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], dates: 'Excel' }
  await readPart(archive, part, {
    open (name, attributes) {
      if (name === 'workbookPr') {
        workbook.dates = isTrue(attributes.date1904) ? '1904' : isFalse(attributes.dateCompatibility) ? 'ISO' : 'Excel'
      }
      if (name !== 'sheet') return
      // The prefix of the relationships namespace is usually r.
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      workbook.sheets.push({ name: attributes.name ?? '', isHidden, relation })
    }
  })
  return workbook
}

/** LibreOffice counts days without Excel's 29 February 1900, and earlier versions did not declare that. */
async function isByLibreOffice (archive: Archive): Promise<boolean> {
  const root = await relations(archive, '')
  const part = root.find(({ type }) => type.endsWith('/extended-properties'))?.target
  if (part === undefined || !archive.has(part)) return false
  let program = ''
  let isProgram = false
  await readPart(archive, part, {
    open (name) { isProgram = name === 'Application' },
    text (piece) { if (isProgram) program = longer(program, piece) },
    close () { isProgram = false }
  })
  return /LibreOffice|OpenOffice/i.test(program)
}

async function readFormats (archive: Archive, part: string | undefined): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isInCells = false
  if (part === undefined) return formats
  await readPart(archive, part, {
    open (name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId ?? 0)
        formats.push(cellFormat(id, codes.get(id)))
      }
    },
    close (name) {
      if (name === 'cellXfs') isInCells = false
    }
  })
  return formats
}

async function readTexts (archive: Archive, part: string | undefined): Promise<StringTable> {
  const texts = new StringTable()
  if (part === undefined) return texts
  let text = ''
  let isText = false
  // Inside a phonetic reading (furigana), which is nested in the text.
  let isPhonetic = false
  await readPart(archive, part, {
    open (name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else isText = name === 't'
    },
    text (piece) {
      if (isText && !isPhonetic) text = longer(text, piece)
    },
    close (name) {
      if (name === 'si') texts.add(unescaped(text))
      else if (name === 'rPh') isPhonetic = false
      isText = false
    }
  })
  return texts
}

async function readPart (archive: Archive, part: string, handler: XmlHandler): Promise<void> {
  const { stream } = await archive.read(part)
  await readXml(stream, handler)
}
