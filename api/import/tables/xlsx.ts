import path from 'node:path'
import type { Archive } from './archive.js'
import { cellFormat, type CellFormat } from './cell-format.js'
import { isTrue, longer, unescaped } from './cell-text.js'
import { chooseSheet } from './sheets.js'
import { StringTable } from './string-table.js'
import { TableError, type Grid, type Row, type Sheet, type TableObserver } from './table.js'
import { parseXml, readXml, type XmlHandler } from './xml.js'
import { SheetReader, type CellContext } from './xlsx-sheet.js'

interface Workbook {
  sheets: Array<Sheet & { relation: string }>
  is1904: boolean
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
  if (!part.type.endsWith('/worksheet')) throw new TableError(`the sheet ${sheet.name} holds no table`)
  const targetOf = (type: string): string | undefined => parts.find((found) => found.type.endsWith(`/${type}`))?.target
  const context: CellContext = {
    texts: await readTexts(archive, targetOf('sharedStrings')),
    formats: await readFormats(archive, targetOf('styles')),
    is1904: workbook.is1904
  }
  return {
    format: 'xlsx',
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    async * rows (observer: TableObserver = {}): AsyncGenerator<Row[]> {
      // Opened anew, because tables are read more than once, and nobody closes them.
      const opened = await open()
      try {
        const { size, stream } = await opened.read(part.target)
        const reader = new SheetReader(context, observer)
        for await (const bytes of parseXml(stream, reader)) {
          observer.onProgress?.(bytes / size)
          yield reader.take()
        }
      } finally {
        opened.close()
      }
    }
  }
}

async function mainPart (archive: Archive): Promise<string> {
  const root = await relations(archive, '')
  const main = root.find(({ type }) => type.endsWith('/officeDocument'))
  if (main === undefined) throw new TableError('the file is no workbook')
  return main.target
}

interface Relation { id: string, type: string, target: string }

/** The parts that a part refers to. @param part empty for the whole package. */
async function relations (archive: Archive, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part)
  const found: Relation[] = []
  await readPart(archive, path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`), {
    open (name, { Id, Type, Target, TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return
      if (Id === undefined || Type === undefined || Target === undefined) return
      found.push({ id: Id, type: Type, target: path.posix.join('/', folder, Target.startsWith('/') ? '' : Target).slice(1) })
      if (Target.startsWith('/')) found.at(-1)!.target = Target.slice(1)
    },
    close () {}
  })
  return found
}

async function readWorkbook (archive: Archive, part: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], is1904: false }
  await readPart(archive, part, {
    open (name, attributes) {
      if (name === 'workbookPr') workbook.is1904 = isTrue(attributes.date1904)
      if (name !== 'sheet') return
      // The prefix of the relations' namespace is usually r.
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      workbook.sheets.push({ name: attributes.name ?? '', isHidden, relation })
    },
    close () {}
  })
  return workbook
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
  // How a text is pronounced, which stands inside of it.
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
