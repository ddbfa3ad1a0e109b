import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import type { TableOptions } from '../../../../../api/move/import/formats/tables/cells/table.js'
import { readWhole, type Whole } from './fixtures/rows.js'
import { temporaryFolder } from '../../../../helper.js'

async function read (t: Test, content: string | Buffer, options?: TableOptions, name = 'table.csv'): Promise<Whole> {
  const file = path.join(await temporaryFolder(t), name)
  await writeFile(file, content)
  return await readWhole(file, options)
}

t.test('quotes, line breaks in cells and empty rows', async (t) => {
  const table = await read(t, 'Title,Note\r\n"A ""b"", c","line 1\nline 2"\r\n\r\n,\r\n 12" ruler,x\r\n')
  t.same(table.headers, ['Title', 'Note'])
  t.same(table.all, [[2, 'A "b", c', 'line 1\nline 2'], [5, ' 12" ruler', 'x']])
})

t.test('every delimiter is recognized by the header and the rows', async (t) => {
  t.match(await read(t, 'A;B\n"1,5";2,5\n1,3;2,3\n'), { delimiter: ';', all: [[2, '1,5', '2,5'], [3, '1,3', '2,3']] })
  t.match(await read(t, 'Title;Creator, Artist;Date\na;b, c;d\ne;f;g\n'), { delimiter: ';' })
  t.match(await read(t, 'A\tB, C; D\n1\t2, 3; 4\n'), { delimiter: '\t', format: 'tsv', headers: ['A', 'B, C; D'] })
  t.match(await read(t, 'A|B\n1|2\n'), { delimiter: '|' })
  t.match(await read(t, '"A;B",C\n"1;2;3;4",2\n'), { delimiter: ',' })
  t.match(await read(t, 'Title\nOnly one column, with a comma\n'), { delimiter: ',', headers: ['Title'] })
  t.match(await read(t, 'sep=|\nA|B;C\n1|2;3\n'), { delimiter: '|', headers: ['A', 'B;C'], all: [[2, '1', '2;3']] })
  t.match(await read(t, 'A,B;C\n1,2;3\n', { delimiter: ',' }), { headers: ['A', 'B;C'] })
})

t.test('every encoding is recognized', async (t) => {
  const text = 'Künstler,Titel\nDürer,„Hase“ – 1502 €\n'
  const whole = { headers: ['Künstler', 'Titel'], all: [[2, 'Dürer', '„Hase“ – 1502 €']] }
  t.match(await read(t, text), { encoding: 'utf-8', ...whole })
  t.match(await read(t, `\uFEFF${text}`), { encoding: 'utf-8', ...whole })
  t.match(await read(t, Buffer.from(`\uFEFF${text}`, 'utf16le')), { encoding: 'utf-16le', ...whole })
  t.match(await read(t, Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()), { encoding: 'utf-16be', ...whole })
  const windows = Buffer.from('K\u00FCnstler,Titel\nD\u00FCrer,\u0084Hase\u0093 \u0096 1502 \u0080\n', 'latin1')
  t.match(await read(t, windows), { encoding: 'windows-1252', ...whole })
  t.match(await read(t, Buffer.from('A\n\u008A\n', 'latin1'), { encoding: 'macintosh' }), { all: [[2, 'ä']] })
  t.match(await read(t, gzipSync(text), {}, 'table.csv.gz'), { encoding: 'utf-8', ...whole })
})

t.test('an encoding is recognized wherever the first such character stands', async (t) => {
  const rows = `${'a'.repeat(1000)},b\n`.repeat(1200)
  t.match(await read(t, Buffer.from(`A,B\n${rows}\u00E9,x\n`, 'latin1')), { encoding: 'windows-1252' })
  // A character of two bytes across the border of what is read at once.
  const table = await read(t, `A,B\n${rows}${'é'.repeat(1_000_001)},x\n`)
  t.equal(table.encoding, 'utf-8')
  t.equal(table.all.at(-1)![1], 'é'.repeat(1_000_001))
  for (const header of ['A', 'AA']) {
    const long = 'é'.repeat(200_000)
    const { encoding, all } = await read(t, `${header},B\n${long},x\n`)
    t.equal(encoding, 'utf-8')
    t.equal(all[0]![1], long)
  }
})

t.test('a damaged character is found wherever it stands', async (t) => {
  const rows = `${'é'.repeat(1000)},b\n`.repeat(200)
  await t.rejects(read(t, Buffer.concat([Buffer.from(`A,B\n${rows}`), Buffer.from('\u00E9,x\n', 'latin1')])), /damaged/)
  await t.rejects(read(t, Buffer.concat([Buffer.from(`A,B\n${rows}`), Buffer.from([0xC3])])), /damaged/)
})

t.test('a file that is no text, or damaged, is refused with the reason', async (t) => {
  await t.rejects(read(t, Buffer.from([1, 0, 2, 3])), { message: 'this is not a text file' })
  await t.rejects(read(t, Buffer.concat([Buffer.from('Künstler,Titel\nDürer,'), Buffer.from([0xFC, 0x0A])])), /damaged/)
  await t.rejects(read(t, 'A\n1\n', { encoding: 'utf-9' }), /utf-9 is an unknown encoding/)
  await t.rejects(read(t, gzipSync('A,B\n1,2\n').subarray(0, 20), {}, 'table.csv.gz'), /damaged/)
  await t.rejects(read(t, ''), { message: 'the table is empty' })
  await t.rejects(read(t, '\n , \n\n'), { message: 'the table is empty' })
  await t.rejects(read(t, 'A,B\n1,2\n"3,4\n5,6\n'), { row: 3, message: /quotation mark is opened here and closed nowhere/ })
  await t.rejects(read(t, 'A\n', { sheet: 'x' }), /only spreadsheets have sheets/)
})

t.test('a stray quotation mark swallows no rows, and may belong to the texts', async (t) => {
  const advice = 'If quotation marks belong to the texts, read the file without quoting (option hasQuotes)'
  const stray = 'Identifier,Title,Extent\nI5,"""Blue"", bowl","5 ""cm"""\nI6,"Blue bowl,5 cm\nI7,"Plate",6 cm\nI8,Cup,7 cm\n'
  await t.rejects(read(t, stray), {
    row: 3,
    message: `a quotation mark is opened before "Blue bowl,5 cm" and closed in the middle of another cell. ${advice}`
  })
  const tabs = 'Identifier\tTitle\tExtent\nI6\t"Blue bowl\t5 cm\nI7\tPlate\t6 cm\n'
  await t.rejects(read(t, tabs, {}, 'a.tsv'), { row: 2, message: `a quotation mark is opened here and closed nowhere. ${advice}` })
  const table = await read(t, tabs, { hasQuotes: false }, 'a.tsv')
  t.match(table, { delimiter: '\t', hasQuotes: false, all: [[2, 'I6', '"Blue bowl', '5 cm'], [3, 'I7', 'Plate', '6 cm']] })
  t.same((await read(t, 'A,B\n"x" y,5" pipe\n')).all, [[2, '"x" y', '5" pipe']])
})

t.test('a quotation mark that is never closed does not fill the memory', async (t) => {
  await t.rejects(read(t, `A,B\n"${'x,y\n'.repeat(3_000_000)}`), { row: 2, message: /longer than .* characters/ })
})

t.test('endless empty rows end the reading', async (t) => {
  const endless = gzipSync(`A,B\n${'\n'.repeat(2_000_000)}`)
  await t.rejects(read(t, endless, {}, 'a.csv.gz'), { row: 1_048_578, message: 'there are more than 1048576 empty rows' })
})

t.test('a thousand columns, and no more than a spreadsheet has', async (t) => {
  const wide = (count: number): string => `${Array.from({ length: count }, (_, at) => `c${at}`).join()}\n`
  const table = await read(t, wide(1000) + wide(1000))
  t.equal(table.headers.length, 1000)
  t.equal(table.all[0]!.length, 1001)
  await t.rejects(read(t, wide(16_385)), { row: 1, message: /16385 columns; at most 16384/ })
})

t.test('trailing delimiters make no columns, and headers may be in another row', async (t) => {
  t.match(await read(t, 'A,B,,\n1,2,,\n3,4\n'), { headers: ['A', 'B'], all: [[2, '1', '2'], [3, '3', '4']] })
  const table = await read(t, 'Report of 2020\n\nA,B\n1,2\n', { headerRow: 3 })
  t.match(table, { headerRow: 3, headers: ['A', 'B'], all: [[4, '1', '2']], sample: [{ number: 4 }] })
  await t.rejects(read(t, 'A\n\n1\n', { headerRow: 2 }), /row 2, which should contain the headers, is empty/)
})
