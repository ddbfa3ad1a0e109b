import { codeOf, parseFormatCode, type FormatSection } from './format-code.js'
import { decimalsIn, formatMoment, isoOf, momentOf, serialOfIso, type DateSystem } from './format-date.js'
import { formatNumber } from './format-number.js'
import { dateShown, numberShown, plainNumber, timeShown } from './shown-value.js'

/** Sections of a cell's display format: for positive numbers, negative numbers, zero and texts. Empty: unformatted. */
export type CellFormat = readonly FormatSection[]

/** @param code the workbook's format code for this id, if there is one. */
export function cellFormat (id: number, code: string | undefined): CellFormat {
  const found = codeOf(id, code)
  return /^(?:general|standard|@)?$/i.test(found.trim()) ? [] : parseFormatCode(found)
}

/** The text of a number. */
export function numberText (text: string, format: CellFormat, system: DateSystem): string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  const plain = plainNumber(number)
  const section = sectionFor(number, format)
  if (section === undefined) return plain
  if (!section.isDate) {
    // Only a section that is meant for negative numbers writes their sign itself.
    const isForNegatives = section === format[1] && format.every(({ condition }) => condition === undefined)
    const sign = number < 0 && !isForNegatives ? '-' : ''
    const shown = formatNumber(Math.abs(number), plain.replace(/^-/, ''), section)
    return numberShown(sign + shown, plain)
  }
  return momentText(number, system, section) ?? plain
}

/** The text of a cell with an ISO 8601 date or time. */
export function isoText (text: string, format: CellFormat): string {
  const serial = serialOfIso(text)
  if (serial === undefined) return text
  const section = format.find(({ isDate }) => isDate)
  return section === undefined ? dateShown('', text) : momentText(serial, 'ISO', section) ?? text
}

/** The text of a text cell, with the literals of its format. */
export function textShown (text: string, format: CellFormat): string {
  const section = format.find(({ tokens }) => tokens.some(({ kind }) => kind === 'text'))
  return section === undefined || text === '' ? text : formatNumber(0, text, section)
}

/** @returns undefined for a number outside the range of days. */
function momentText (serial: number, system: DateSystem, section: FormatSection): string | undefined {
  const moment = momentOf(serial, system, decimalsIn(section))
  if (moment === undefined) return undefined
  const shown = formatMoment(moment, section)
  const namesDay = section.tokens.some(({ kind, text }) => kind === 'date' && /^[yMd]/.test(text))
  return namesDay ? dateShown(shown, isoOf(moment)) : timeShown(shown)
}

function sectionFor (number: number, format: CellFormat): FormatSection | undefined {
  // The fourth section is for texts, and so is a later one with a text placeholder.
  const sections = format.filter(({ tokens }, at) => at < 3 && !(at > 0 && tokens.some(({ kind }) => kind === 'text')))
  if (sections.some(({ condition }) => condition !== undefined)) {
    return sections.find(({ condition }) => condition?.(number)) ??
      sections.findLast(({ condition }) => condition === undefined)
  }
  if (number < 0) return sections[1] ?? sections[0]
  return number === 0 ? sections[2] ?? sections[0] : sections[0]
}
