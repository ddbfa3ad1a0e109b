/** How the number of a cell is to be written: as it is, with leading zeros, or as a date or time. */
export type CellFormat =
  | { kind: 'number', digits?: number }
  | { kind: 'date', precision: 'year' | 'month' | 'day' }
  | { kind: 'time' }

const NUMBER: CellFormat = { kind: 'number' }
const DAY: CellFormat = { kind: 'date', precision: 'day' }

/** Formats that have a number instead of a code (ECMA-376 part 1 §18.8.30, with those of East Asian languages). */
const TIMES = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56])
const MONTHS = new Set([17])

function isBuiltInDate (id: number): boolean {
  return (id >= 14 && id <= 16) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)
}

/** @param code format code of the workbook for this id, if there is one. */
export function cellFormat (id: number, code: string | undefined): CellFormat {
  if (code !== undefined) return byCode(code)
  if (TIMES.has(id)) return { kind: 'time' }
  if (MONTHS.has(id)) return { kind: 'date', precision: 'day' }
  return isBuiltInDate(id) ? DAY : NUMBER
}

function byCode (code: string): CellFormat {
  // What stands in quotation marks, behind a backslash or in brackets is no part of a date, except [h], [m], [s].
  const bare = code
    .split(';', 1)[0]!
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[[^[\]]*\]/g, (part) => /^\[(?:h+|m+|s+)\]$/i.test(part) ? 'h' : '')
    .toLowerCase()
  if (/^0+$/.test(bare)) return bare.length === 1 ? NUMBER : { kind: 'number', digits: bare.length }
  if (/general|standard|@|#|0|\?/.test(bare.replaceAll(/s\.0+|ss\.0+/g, 's'))) return NUMBER
  if (bare.includes('y') || bare.includes('d')) {
    const precision = bare.includes('d') || bare.includes('h') ? 'day' : bare.includes('m') ? 'month' : 'year'
    return { kind: 'date', precision }
  }
  return /[hs]/.test(bare) ? { kind: 'time' } : bare.includes('m') ? DAY : NUMBER
}

const DAY_MS = 86_400_000
/** 9999-12-31, the last day that spreadsheets know, and 0001-01-01. Those before 1900 are written by LibreOffice. */
const LAST_SERIAL = 2_958_465
const FIRST_SERIAL = -693_593

/**
 * The text of a number: dates and times as ISO 8601, without a time when it is midnight. Numbers as a spreadsheet shows
 * them, with at most 15 digits, so that 0.1 + 0.2 is 0.3.
 *
 * @param is1904 whether serial numbers count from 1904 instead of 1900.
 */
export function numberText (text: string, format: CellFormat, is1904: boolean): string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  if (format.kind === 'number' || number < FIRST_SERIAL || number > LAST_SERIAL) {
    const plain = Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
    return format.kind === 'number' && format.digits !== undefined ? plain.padStart(format.digits, '0') : plain
  }
  // Excel counts a 29th of February 1900, after which its serial numbers are right.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number >= 0 && number < 60 ? 31 : 30)
  const iso = new Date(epoch + Math.round(number * DAY_MS / 1000) * 1000).toISOString()
  const time = iso.slice(11, 19)
  if (format.kind === 'time') return number < 1 ? time : `${iso.slice(0, 10)}T${time}`
  if (format.precision === 'year') return iso.slice(0, 4)
  if (format.precision === 'month') return iso.slice(0, 7)
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`
}
