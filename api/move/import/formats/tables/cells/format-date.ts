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
  const epoch = system === '1904' ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, isBeforeMarch1900 ? 31 : 30)
  return { ...fieldsOf(new Date(epoch + days * DAY_SECONDS * 1000)), seconds, elapsed }
}

function fieldsOf (date: Date): Pick<Moment, 'year' | 'month' | 'day' | 'weekday'> {
  return {
    year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay()
  }
}

export function isoOf ({ year, month, day }: Moment): string {
  const padded = (number: number): string => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${padded(month)}-${padded(day)}`
}

const ISO = /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?Z?$/

/** Parses an ISO 8601 date, time, or both; undefined for any other text. */
export function momentOfIso (text: string): Moment | undefined {
  const [all, year, month, day, hours, minutes, seconds] = ISO.exec(text) ?? []
  if (all === undefined || all === '') return undefined
  const time = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  const date = new Date(Date.UTC(2000, Number(month ?? 1) - 1, Number(day ?? 1)))
  date.setUTCFullYear(Number(year ?? 1900))
  return { ...fieldsOf(date), seconds: time, elapsed: time }
}

/** Number of decimals of seconds in a format. */
export function decimalsIn ({ tokens }: FormatSection): number {
  return Math.max(0, ...tokens.map((token) => token.kind === 'fraction' ? token.count : 0))
}

/** Formats a moment, but always with four digits for the year, because 24 may be 1924 or 2024. */
export function formatMoment (moment: Moment, section: FormatSection): string {
  const { tokens, locale } = section
  const isTwelveHours = tokens.some(({ kind }) => kind === 'noon')
  const hour = Math.floor(moment.seconds / 3600)
  return tokens.map((token) => {
    switch (token.kind) {
      case 'literal': return token.text
      case 'noon': return token.text.split('/')[hour < 12 ? 0 : 1]!
      case 'fraction': return (moment.seconds % 1).toFixed(token.count).slice(1)
      case 'point': return '.'
      case 'slash': return '/'
      case 'group': return ','
      case 'date':
        if (token.isElapsed) return elapsedIn(token.part, moment.elapsed).padStart(token.count, '0')
        if (token.part === 'h' && isTwelveHours) return String((hour + 11) % 12 + 1).padStart(token.count, '0')
        return partOf(token.part, token.count, moment, locale)
      default: return ''
    }
  }).join('')
}

function elapsedIn (part: string, elapsed: number): string {
  const unit = part === 'h' ? 3600 : part === 'm' ? 60 : 1
  return `${elapsed < 0 ? '-' : ''}${Math.floor(Math.abs(elapsed) / unit)}`
}

function partOf (part: 'y' | 'M' | 'd' | 'h' | 'm' | 's', count: number, moment: Moment, locale: string): string {
  const { year, month, day, weekday, seconds } = moment
  const digits = (number: number): string => String(number).padStart(Math.min(count, 2), '0')
  switch (part) {
    case 'y': return String(year).padStart(4, '0')
    case 'M': return count < 3 ? digits(month) : nameOfMonth(month, count, locale)
    case 'd': return count < 3 ? digits(day) : nameOfDay(weekday, count, locale)
    case 'h': return digits(Math.floor(seconds / 3600))
    case 'm': return digits(Math.floor(seconds / 60) % 60)
    case 's': return digits(Math.floor(seconds) % 60)
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
