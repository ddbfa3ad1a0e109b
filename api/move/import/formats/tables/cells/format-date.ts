import type { FormatSection } from './format-code.js'

/** A date and time as in spreadsheets: without a time zone, and including Excel's 29 February 1900. */
export interface Moment {
  year: number
  /** Counted from 1. */
  month: number
  day: number
  /** 0 is Sunday. */
  weekday: number
  /** Since the beginning of the day. */
  seconds: number
  /** Since day 0 of the spreadsheet, for durations. */
  elapsed: number
}

const DAY_SECONDS = 86_400

/** Day 0 without Excel's 29 February 1900, in milliseconds since 1970. */
const EPOCH = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

/** 9999-12-31, the last day in spreadsheets, and 0001-01-01. LibreOffice writes days before 1900. */
const LAST_SERIAL = 2_958_466
const FIRST_SERIAL = -693_593

/**
 * How serial numbers of days are counted: from 1904; from 1900 with a 29 February in that year (Excel); or from 1900
 * without it (ISO).
 */
export type DateSystem = '1904' | 'Excel' | 'ISO'

/** @param decimals of seconds. @returns undefined for a number outside the range of days. */
export function momentOf (serial: number, system: DateSystem, decimals: number): Moment | undefined {
  if (!(serial >= FIRST_SERIAL && serial < LAST_SERIAL)) return undefined
  const scale = 10 ** decimals
  const elapsed = Math.round(serial * DAY_SECONDS * scale) / scale
  const days = Math.floor(elapsed / DAY_SECONDS)
  const seconds = Math.round((elapsed - days * DAY_SECONDS) * scale) / scale
  if (system === 'Excel' && days === 60) return { year: 1900, month: 2, day: 29, weekday: 3, seconds, elapsed }
  if (system === 'Excel' && days === 0) return { year: 1900, month: 1, day: 0, weekday: 6, seconds, elapsed }
  const isBeforeMarch1900 = system === 'Excel' && days > 0 && days < 60
  const offset = system === '1904' ? DAYS_TO_1904 : isBeforeMarch1900 ? 1 : 0
  const date = new Date(EPOCH + (days + offset) * DAY_SECONDS * 1000)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  return { year, month, day, weekday: date.getUTCDay(), seconds, elapsed }
}

export function isoOf ({ year, month, day }: Moment): string {
  const padded = (number: number): string => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`
}

/** The serial number of an ISO 8601 date, time, or both, counted as `ISO`; undefined for any other text. */
export function serialOfIso (text: string): number | undefined {
  const [all, date = '1899-12-30', time = '00:00'] =
    /^(?=T?\d)(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?Z?$/.exec(text) ?? []
  const moment = all === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(moment) ? undefined : (moment - EPOCH) / DAY_SECONDS / 1000
}

/** Number of decimals of seconds in a format. */
export function decimalsIn ({ tokens }: FormatSection): number {
  return Math.max(0, ...tokens.map(({ kind, text }) => kind === 'fraction' ? text.length - 1 : 0))
}

/** Formats a moment, but always with four digits for the year, because 24 may be 1924 or 2024. */
export function formatMoment (moment: Moment, { tokens, locale }: FormatSection): string {
  const hour = Math.floor(moment.seconds / 3600)
  const shownHour = tokens.some(({ kind }) => kind === 'noon') ? (hour + 11) % 12 + 1 : hour
  return tokens.map(({ kind, text }) => {
    switch (kind) {
      case 'literal': case 'point': case 'slash': case 'group': return text
      case 'noon': return text.split('/')[hour < 12 ? 0 : 1]!
      case 'fraction': return (moment.seconds % 1).toFixed(text.length - 1).slice(1)
      case 'elapsed': return elapsedIn(text, moment.elapsed)
      case 'date': return partOf(text, moment, shownHour, locale)
      default: return ''
    }
  }).join('')
}

function elapsedIn (code: string, elapsed: number): string {
  const unit = code.startsWith('h') ? 3600 : code.startsWith('m') ? 60 : 1
  return `${elapsed < 0 ? '-' : ''}${Math.floor(Math.abs(elapsed) / unit)}`.padStart(code.length, '0')
}

function partOf (code: string, { year, month, day, weekday, seconds }: Moment, hour: number, locale: string): string {
  const digits = (number: number): string => String(number).padStart(Math.min(code.length, 2), '0')
  const isNumber = code.length < 3
  switch (code[0]) {
    case 'y': return String(year).padStart(4, '0')
    case 'M': return isNumber ? digits(month) : nameOfMonth(month, code.length, locale)
    case 'd': return isNumber ? digits(day) : nameOfDay(weekday, code.length, locale)
    case 'h': return digits(hour)
    case 'm': return digits(Math.floor(seconds / 60) % 60)
    default: return digits(Math.floor(seconds) % 60)
  }
}

function nameOfMonth (month: number, count: number, locale: string): string {
  const name = named(new Date(Date.UTC(2000, month - 1, 1)), { month: count === 3 ? 'short' : 'long' }, locale)
  return count === 5 ? [...name][0]! : name
}

function nameOfDay (weekday: number, count: number, locale: string): string {
  // 2000-01-02 was a Sunday.
  return named(new Date(Date.UTC(2000, 0, 2 + weekday)), { weekday: count === 3 ? 'short' : 'long' }, locale)
}

function named (date: Date, options: Intl.DateTimeFormatOptions, locale: string): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date)
}
