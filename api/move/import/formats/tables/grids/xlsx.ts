import path from 'node:path'
import type { Archive } from './archive.js'
import { cellFormat, type CellFormat, type DateSystem } from '../cells/cell-format.js'
import { chooseSheet, type OpenSheet } from './sheets.js'
import { StringTable } from './string-table.js'
import { TableError, type Sheet } from '../cells/table.js'
import { eachIn } from './xml.js'
import { isTrue, sheetRows, textIn, unescaped, type CellContext } from './xlsx-sheet.js'

/** Limit for cells with links; Excel allows 65,530 links. */
const LINKS_MAX_CELLS = 200_000

/** Opens a sheet of an Office Open XML workbook (ECMA-376). */
export async function openXlsx (archive: Archive, sheetName: string | undefined): Promise<OpenSheet> {
  const main = (await relations(archive, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (main === undefined) throw new TableError('the file is not a workbook')
  if (!/\.xml$/i.test(main)) throw new TableError('binary workbooks (XLSB) cannot be read; save it as XLSX')
  const parts = await relations(archive, main)
  const { sheets, dates } = await readWorkbook(archive, main)
  const sheet = chooseSheet(sheets, sheetName)
  const part = parts.find(({ id }) => id === sheet.relation)
  if (part === undefined) throw new TableError(`the sheet ${sheet.name} is missing in the file`)
  if (!part.type.endsWith('/worksheet')) throw new TableError(`the sheet ${sheet.name} is not a table`)
  const targetOf = (type: string): string | undefined => parts.find((found) => found.type.endsWith(`/${type}`))?.target
  const context: CellContext = {
    texts: await readTexts(archive, targetOf('sharedStrings')),
    formats: await readFormats(archive, targetOf('styles')),
    dates: dates === 'Excel' && await isByLibreOffice(archive) ? 'ISO' : dates,
    links: await readLinks(archive, part.target)
  }
  return {
    format: 'xlsx',
    sheet: sheet.name,
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    rows: (archive, observer) => sheetRows(archive, part.target, context, observer)
  }
}

interface Relation { id: string, type: string, target: string, isExternal: boolean }

/** The parts and addresses to which a part refers. @param part empty for the whole package. */
async function relations (archive: Archive, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part)
  const found: Relation[] = []
  for await (const { attributes } of eachIn(archive, relationsOf(part), { Relationship: 'tag' })) {
    const { Id, Type, Target, TargetMode } = attributes
    if (Id === undefined || Type === undefined || Target === undefined) continue
    const isExternal = TargetMode === 'External'
    const target = isExternal ? Target : path.posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1)
    found.push({ id: Id, type: Type, target, isExternal })
  }
  return found
}

/** Path of the part that lists the relationships of a part. */
function relationsOf (part: string): string {
  return path.posix.join(path.posix.dirname(part), '_rels', `${path.posix.basename(part)}.rels`)
}

/** The id of a relationship, in whose name the prefix is usually r. */
function relationIn (attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
}

interface Workbook {
  sheets: Array<Sheet & { relation: string }>
  dates: DateSystem
}

async function readWorkbook (archive: Archive, part: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], dates: 'Excel' }
  for await (const { name, attributes } of eachIn(archive, part, { workbookPr: 'tag', sheet: 'tag' })) {
    if (name === 'workbookPr') {
      const hasLeapDay = !['0', 'false'].includes(attributes.dateCompatibility ?? '')
      workbook.dates = isTrue(attributes.date1904) ? '1904' : hasLeapDay ? 'Excel' : 'ISO'
    } else {
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      workbook.sheets.push({ name: attributes.name ?? '', isHidden, relation: relationIn(attributes) })
    }
  }
  return workbook
}

/** LibreOffice counts days without Excel's 29 February 1900, and earlier versions did not declare that. */
async function isByLibreOffice (archive: Archive): Promise<boolean> {
  const part = (await relations(archive, '')).find(({ type }) => type.endsWith('/extended-properties'))?.target
  if (part === undefined || !archive.has(part)) return false
  for await (const { content } of eachIn(archive, part, { Application: 'whole' })) {
    if (/LibreOffice|OpenOffice/i.test(content.join(''))) return true
  }
  return false
}

/** The display formats of cells, by the number of their style. */
async function readFormats (archive: Archive, part: string | undefined): Promise<CellFormat[]> {
  const formats: CellFormat[] = []
  if (part === undefined) return formats
  const codes = new Map<number, string>()
  let isOfCells = false
  const wanted = { numFmt: 'tag', cellStyleXfs: 'tag', cellXfs: 'tag', xf: 'tag' } as const
  for await (const { name, attributes } of eachIn(archive, part, wanted)) {
    const id = Number(attributes.numFmtId ?? 0)
    if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '')
    else if (name !== 'xf') isOfCells = name === 'cellXfs'
    else if (isOfCells) formats.push(cellFormat(id, codes.get(id)))
  }
  return formats
}

async function readTexts (archive: Archive, part: string | undefined): Promise<StringTable> {
  const texts = new StringTable()
  if (part === undefined) return texts
  for await (const element of eachIn(archive, part, { si: 'whole' })) texts.add(unescaped(textIn(element)))
  return texts
}

/** The links of a sheet's cells. They are at its end, so the sheet is read an extra time if it has any. */
async function readLinks (archive: Archive, sheet: string): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>()
  if (!archive.has(relationsOf(sheet))) return links
  const targets = new Map((await relations(archive, sheet))
    .filter(({ type, isExternal }) => isExternal && type.endsWith('/hyperlink'))
    .map(({ id, target }) => [id, target]))
  if (targets.size === 0) return links
  for await (const { attributes } of eachIn(archive, sheet, { hyperlink: 'tag' })) {
    const target = targets.get(relationIn(attributes))
    if (target === undefined) continue
    const address = attributes.location === undefined ? target : `${target}#${attributes.location}`
    for (const cell of cellsIn(attributes.ref ?? '')) {
      if (links.size >= LINKS_MAX_CELLS) throw new TableError(`the sheet has links in more than ${LINKS_MAX_CELLS} cells`)
      links.set(cell, address)
    }
  }
  return links
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
