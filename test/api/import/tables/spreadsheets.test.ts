import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t, { type Test } from 'tap'
import { cellFormat, numberText } from '../../../../api/import/tables/cell-format.js'
import { packageFolder } from '../../../../package.js'
import { readWhole, type Whole } from './fixtures/rows.js'
import { rowsOf, writeWorkbook, writeZip, type Workbook } from './fixtures/zip.js'
import { temporaryFolder } from '../../../helper.js'

const fixture = (name: string): string => path.join(packageFolder, 'test/api/import/tables/fixtures', name)

async function workbook (t: Test, parts: Workbook): Promise<Whole> {
  return await readWhole(await writeWorkbook(path.join(await temporaryFolder(t), 'table.xlsx'), parts))
}

const HEADERS = ['Inventory no.', 'Title', 'Date', 'Time', 'Price', 'Number', 'Shown', 'Sum', 'Year', 'Moment']

for (const name of ['libreoffice.xlsx', 'libreoffice.ods']) {
  t.test(`${name}: dates, times, numbers and formulas as they are shown`, async (t) => {
    const table = await readWhole(fixture(name))
    t.match(table, { sheet: 'Objects', headerRow: 1, headers: HEADERS })
    t.same(table.sheets, [
      { name: 'Hidden', isHidden: true }, { name: 'Objects', isHidden: false }, { name: 'Other', isHidden: false }
    ])
    const [first, second, third, fourth] = table.all
    t.match(first, [2, 'A 1', 'Nocturne\nin blue', '1989-01-02', '09:05:00', '0.3', '00123'])
    t.same(first!.slice(8), ['3', '1950', '2020-02-29T13:04:05'])
    t.match(second, [4, 'A 2', '<Title> & "x"', '', '', '12345', '00007'])
    t.notOk(second![8], 'an error is no value')
    t.same([third, fourth], [[6, 'merged'], [7, '', 'beside']])
    t.match(table.warnings, [/^4: #N\/A is an error/, /^6: .* are merged/])
  })
}

t.test('a workbook that another program wrote', async (t) => {
  const table = await readWhole(fixture('openpyxl.xlsx'))
  t.same(table.headers, HEADERS)
  t.match(table.all[0], [2, 'A 1', 'Nocturne\nin blue', '1989-01-02', '09:05:00', '', '00123', 'true'])
})

t.test('a sheet is chosen by its name, also a hidden one', async (t) => {
  for (const name of ['libreoffice.xlsx', 'libreoffice.ods']) {
    t.same((await readWhole(fixture(name), { sheet: 'Other' })).all, [[2, 'second sheet']])
    t.same((await readWhole(fixture(name), { sheet: 'Hidden' })).all, [[2, 'secret']])
    await t.rejects(readWhole(fixture(name), { sheet: 'other' }), { message: 'there is no sheet other; the nearest is Other' })
  }
})

t.test('spreadsheets are known by their content', async (t) => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'table.csv')
  await copyFile(fixture('libreoffice.ods'), file)
  t.match(await readWhole(file), { format: 'ods' })
  await writeFile(file, Buffer.from([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]))
  await t.rejects(readWhole(file), /old workbooks \(XLS\) and protected ones/)
})

t.test('texts with formats, pronunciation, escapes and references', async (t) => {
  const table = await workbook(t, {
    texts: [
      '<si><r><t>No</t></r><r><rPr><b/></rPr><t xml:space="preserve">cturne </t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
      '<si><t>a_x000D_\nb &lt;&amp;&#233;</t></si>'
    ],
    rows: '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
      '<row r="7"><c r="C7" t="s"><v>2</v></c><c t="str"><f>A1</f><v>formula</v></c><c r="AB7" t="s"><v>99</v></c></row>'
  })
  t.match(table, { headerRow: 2, headers: ['Nocturne', '', '東京'] })
  t.same(table.all, [[7, '', '', 'a\nb <&é', 'formula']])
})

t.test('hostile workbooks are refused', async (t) => {
  const rows = rowsOf([['A'], ['1']])
  await t.rejects(workbook(t, { rows, before: '<!DOCTYPE x [<!ENTITY a "aaa">]>' }), /document type, which is refused/)
  await t.rejects(workbook(t, { rows: rowsOf([['A'], ['&a;']]) }), /not well formed.*entity/)
  await t.rejects(workbook(t, { rows: '<row><c></row>' }), /not well formed/)
  await t.rejects(workbook(t, { rows: '<x>'.repeat(200) }), /nested deeper/)
  await t.rejects(workbook(t, { rows: rowsOf([['x'.repeat(5_000_000)]]) }), /characters/)
  await t.rejects(workbook(t, { rows: '<row r="1"><c r="XFE1"><v>1</v></c></row>' }), { row: 1, message: /no cell XFE1/ })
  await t.rejects(workbook(t, { rows: '<row r="5"/><row r="4"/>' }), /row 4 follows row 5/)
  await t.rejects(workbook(t, { rows: '<row r="1048577"/>' }), /row 1048577/)
})

t.test('zip bombs are refused before they are unpacked', async (t) => {
  const sheet = '<worksheet><sheetData>' + ' '.repeat(40_000_000) + '</sheetData></worksheet>'
  await t.rejects(
    workbook(t, { rows: '', more: { 'xl/worksheets/sheet1.xml': sheet } }), /xl\/worksheets\/sheet1\.xml is refused: its/
  )
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, '']))
  const file = path.join(await temporaryFolder(t), 'many.xlsx')
  await t.rejects(readWhole(await writeZip(file, many)), /at most 10000/)
})

t.test('an archive that lies about its sizes, or ends too early, is damaged', async (t) => {
  const file = path.join(await temporaryFolder(t), 'table.xlsx')
  await writeWorkbook(file, { rows: rowsOf([['A'], ['1'.repeat(1000)]]) })
  const whole = await readFile(file)
  await writeFile(file, whole.subarray(0, whole.length - 100))
  await t.rejects(readWhole(file), /damaged/)
  // The declared size in the central directory, behind the signature of the entry of the sheet.
  const lying = Buffer.from(whole)
  const entry = lying.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  lying.writeUInt32LE(10, entry + 24)
  await writeFile(file, lying)
  await t.rejects(readWhole(file), /damaged/)
  await writeFile(file, await readFile(await writeZip(`${file}.zip`, { a: 'b' })))
  await t.rejects(readWhole(file), /no spreadsheet/)
})

t.test('a row of an OpenDocument spreadsheet that stands for a million', async (t) => {
  const ods = (rows: string): string =>
    '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>' +
    `<table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
  const cell = (text: string, more = ''): string =>
    `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`
  const file = path.join(await temporaryFolder(t), 'table.ods')
  const row = (content: string, count = 1): string =>
    `<table:table-row table:number-rows-repeated="${count}">${content}</table:table-row>`
  const wide = cell('1', 'table:number-columns-repeated="3"')
  await writeZip(file, { 'content.xml': ods(row(cell('A')) + row('', 5) + row(wide, 2)) })
  t.same((await readWhole(file)).all, [[7, '1', '1', '1'], [8, '1', '1', '1']])
  await writeZip(file, { 'content.xml': ods(row(cell('A')) + row(cell('1'), 2_000_000)) })
  await t.rejects(readWhole(file), /more than 1048576 rows/)
  await writeZip(file, { 'content.xml': ods(row(cell('A', 'table:number-columns-repeated="99999"'))) })
  await t.rejects(readWhole(file), /more than 16384 columns/)
  await writeZip(file, { 'content.xml': ods(row(cell('A', 'table:number-columns-repeated="-1"'))) })
  await t.rejects(readWhole(file), /no number of cells/)
})

t.test('a small file of which a few texts or cells would make gigabytes is refused', async (t) => {
  const folder = await temporaryFolder(t)
  const title = '<row><c t="inlineStr"><is><t>Title</t></is></c></row>'
  const naming = '<row><c t="s"><v>0</v></c></row>'
  const long = [`<si><t>${'x'.repeat(500_000)}</t></si>`]
  const rich = [`<si>${`<r><t>${'x'.repeat(50_000)}</t></r>`.repeat(10)}</si>`]
  for (const texts of [long, rich]) {
    const shared = await writeWorkbook(path.join(folder, 'table.xlsx'), { rows: title + naming.repeat(1000), texts })
    await t.rejects(readWhole(shared), /would become more than 67108864 characters, because few texts or cells are repeated/)
  }
  const whole = await writeWorkbook(path.join(folder, 'table.xlsx'), { rows: title + naming.repeat(20), texts: long })
  t.equal((await readWhole(whole)).all.length, 20, 'what is harmless is read')

  const ods = async (cells: string, rows: number): Promise<string> => await writeZip(path.join(folder, 'table.ods'), {
    'content.xml': '<office:document-content><office:spreadsheet><table:table table:name="S">' +
      '<table:table-row><table:table-cell table:number-columns-repeated="900"><text:p>A</text:p></table:table-cell></table:table-row>' +
      `<table:table-row table:number-rows-repeated="${rows}">${cells}</table:table-row>` +
      '</table:table></office:spreadsheet></office:document-content>'
  })
  const wide = '<table:table-cell table:number-columns-repeated="900"><text:p>B</text:p></table:table-cell>'
  await t.rejects(readWhole(await ods(wide, 1_000_000)), /would become more than/)
  t.equal((await readWhole(await ods(wide, 10))).all.length, 10)
  const headers = Array.from({ length: 1001 }, (_, at) => `column ${at}`)
  await writeFile(path.join(folder, 'wide.csv'), `${headers.join()}\n`)
  await t.rejects(readWhole(path.join(folder, 'wide.csv')), /has 1001 columns; at most 1000 can be imported/)
})

t.test('numbers are dates by their formats', async (t) => {
  const shown = (number: string, code: string, is1904 = false): string =>
    numberText(number, cellFormat(200, code), is1904)
  t.equal(shown('45292', 'yyyy-mm-dd'), '2024-01-01')
  t.equal(shown('43830', 'yyyy-mm-dd', true), '2024-01-01')
  t.equal(shown('1', 'd.m.yy'), '1900-01-01')
  t.equal(shown('61', 'd.m.yy'), '1900-03-01')
  t.equal(shown('-4014', 'd.m.yy'), '1889-01-02')
  t.equal(shown('45292.5', '[$-407]dddd, d. mmmm yyyy;@'), '2024-01-01T12:00:00')
  t.equal(shown('45292', 'mmm yyyy'), '2024-01')
  t.equal(shown('0.25', '[h]:mm:ss'), '06:00:00')
  t.equal(shown('12.5', '0.00" m"'), '12.5')
  t.equal(shown('7', '"Inv. "0000'), '0007')
  t.equal(shown('7', '[Red]General'), '7')
  t.equal(shown('1.2345678901234567E+19', '#,##0'), '12345678901234567000')
  t.equal(numberText('45292', cellFormat(14, undefined), false), '2024-01-01')
  t.equal(numberText('45292', cellFormat(0, undefined), false), '45292')
  t.equal(numberText('no number', cellFormat(14, undefined), false), 'no number')
})
