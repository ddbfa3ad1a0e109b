import {
  addLocale, dateFromSerial, format, getFormatDateInfo, getFormatFromId, isDateFormat, tokenize, type LocaleData
} from 'numfmt'
import { dateShown, numberShown, plainNumber, timeShown } from './shown-value.js'

/** A display format of cells. */
export interface CellFormat {
  /** A format code (ECMA-376 part 1 §18.8.31); empty: cells are not formatted. */
  readonly code: string
  readonly isDate: boolean
  /** Whether it shows a day, a month or a year. */
  readonly namesDay: boolean
}

/**
 * How serial numbers of days are counted: from 1904; from 1900 with a 29 February in that year (Excel); or from 1900
 * without it (ISO).
 */
export type DateSystem = '1904' | 'Excel' | 'ISO'

const DAYS_TO_1904 = 1462

/** 0001-01-01, and the day after 9999-12-31, the last one in spreadsheets. LibreOffice writes days before 1900. */
const FIRST_SERIAL = -693_593
const END_SERIAL = 2_958_466

const DURATION = /\[(?:h+|m+|s+)\]/i

/** A multiple of the 400 years after which the calendar, with its weekdays, begins again. */
const RECURRENCE_YEARS = 2000
const RECURRENCE_DAYS = 5 * 146_097

/** Spreadsheets store 15 significant digits. */
const FIRST_INEXACT = 1e15

/** The library shows 0.999 as `1 1/1`. */
const WHOLE_FRACTION = /(?<!\d)(\d+)\/\1?$/

/** Longer format codes are cut; Excel does not allow them. */
const CODE_MAX_CHARACTERS = 1000

/** Names of months and days in a language that the library does not know, as this runtime has them. */
function namesIn (language: string): Partial<LocaleData> {
  const list = (options: Intl.DateTimeFormatOptions, dates: readonly number[]): string[] => {
    const { format } = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format(date))
  }
  const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2000, at, 1))
  // 2000-01-02 was a Sunday.
  const days = Array.from({ length: 7 }, (_, at) => Date.UTC(2000, 0, 2 + at))
  return {
    mmm: list({ month: 'short' }, months),
    mmmm: list({ month: 'long' }, months),
    ddd: list({ weekday: 'short' }, days),
    dddd: list({ weekday: 'long' }, days)
  } as Partial<LocaleData>
}
for (const language of ['be', 'et', 'eu', 'sq']) addLocale(namesIn(language), language)

export const UNFORMATTED: CellFormat = { code: '', isDate: false, namesDay: false }

/** Whether a built-in format depends on the reader's country: sums of money, and formats of Thai editions. */
function isLocal (id: number): boolean {
  return (id >= 5 && id <= 8) || (id >= 37 && id <= 44) || id > 58
}

/** @param id of a built-in format. @param given the workbook's format code for this id, if there is one. */
export function cellFormat (id: number, given: string | undefined): CellFormat {
  const code = (given ?? (isLocal(id) ? '' : getFormatFromId(id))).slice(0, CODE_MAX_CHARACTERS)
  if (/^(?:general|standard|@)?$/i.test(code.trim())) return UNFORMATTED
  const isDate = isDateFormat(code)
  // The library takes minutes beside seconds for months.
  const { year, month, day, hours, seconds } = getFormatDateInfo(code)
  return { code: normalised(code, isDate), isDate, namesDay: year || day || (month && !hours && !seconds) }
}

/**
 * A format code with four digits for the year, because 24 may be 1924 or 2024; without other calendars; and with the
 * decimal point of Excel in English, whatever the language of a currency.
 */
function normalised (code: string, isDate: boolean): string {
  return tokenize(code).map(({ type, value, raw }) => {
    if (type === 'CALENDAR') return ''
    if (type === 'DATETIME' && /^y/i.test(value)) return 'yyyy'
    if (type !== 'LOCALE') return raw
    const [, currency = '', locale = ''] = /^([^-]*)(?:-([^,]*))?/.exec(value)!
    if (!isDate) return `"${currency}"`
    // The upper digits of a Windows locale id choose a calendar and the shapes of digits.
    return `[$-${/^[0-9a-f]{5,}$/i.test(locale) ? locale.slice(-4) : locale}]`
  }).join('')
}

export function numberText (given: string, format: CellFormat, system: DateSystem): string {
  const number = Number(given)
  if (given.trim() === '' || !Number.isFinite(number)) return given
  const plain = plainNumber(number)
  if (format.code === '') return plain
  if (format.isDate) return momentText(number, system, format) ?? plain
  if (Math.abs(number) >= FIRST_INEXACT) return plain
  // Spaces align fractions.
  const text = shown(number, format).replaceAll(/ {2,}/g, ' ').trim()
  return WHOLE_FRACTION.test(text) ? plain : numberShown(text, plain)
}

/** The text of a cell with an ISO 8601 date or time. */
export function isoText (text: string, format: CellFormat): string {
  const serial = serialOfIso(text)
  if (serial === undefined) return text
  return format.isDate ? momentText(serial, 'ISO', format) ?? text : dateShown('', text)
}

/** The text of a text cell, with the literals of its format. */
export function textShown (text: string, format: CellFormat): string {
  return format.code === '' ? text : shown(text, format) || text
}

/** The displayed text; empty if the code is malformed. */
function shown (value: number | string, { code }: CellFormat, leap1900 = true): string {
  return format(code, value, { leap1900, dateSpanLarge: true, throws: false, invalid: '' })
}

/** @returns undefined for a number outside the range of days. */
function momentText (given: number, system: DateSystem, format: CellFormat): string | undefined {
  const serial = system === '1904' ? given + DAYS_TO_1904 : given
  if (!(serial >= FIRST_SERIAL && serial < END_SERIAL)) return undefined
  const leap1900 = system !== 'ISO'
  if (!format.namesDay) {
    if (!DURATION.test(format.code)) return timeShown(shown(given - Math.floor(given), format))
    return timeShown(given < 0 ? `-${shown(-given, format)}` : shown(given, format))
  }
  const [year, ...rest] = dateFromSerial(serial, { leap1900 })
  const [month, day] = rest.map((number) => String(number).padStart(2, '0'))
  const paddedYear = String(year).padStart(4, '0')
  // The library knows no weekdays before 1900.
  const text = serial < 0
    ? shown(serial + RECURRENCE_DAYS, format, leap1900).replace(String(year + RECURRENCE_YEARS), paddedYear)
    : shown(serial, format, leap1900)
  return dateShown(text, `${paddedYear}-${month!}-${day!}`)
}

/** The serial number of an ISO 8601 date, time, or both, counted as `ISO`; undefined for any other text. */
function serialOfIso (text: string): number | undefined {
  const [all, date = '1899-12-30', time = '00:00'] =
    /^(?=T?\d)(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?Z?$/.exec(text) ?? []
  const moment = all === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(moment) ? undefined : (moment - Date.UTC(1899, 11, 30)) / 86_400_000
}
