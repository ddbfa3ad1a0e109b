/** A token of a format code: a literal, a digit placeholder, or a part of a date or time. */
export type FormatToken =
  | { kind: 'literal', text: string }
  | { kind: 'digit', text: '0' | '#' | '?' }
  | { kind: 'point' | 'group' | 'slash' | 'text' | 'general' }
  | { kind: 'percent' }
  | { kind: 'exponent' }
  | { kind: 'date', part: 'y' | 'M' | 'd' | 'h' | 'm' | 's', count: number, isElapsed: boolean }
  | { kind: 'fraction', count: number }
  | { kind: 'noon', text: string }

/** One of up to four sections of a format code, separated by semicolons. */
export interface FormatSection {
  tokens: readonly FormatToken[]
  isDate: boolean
  /** The numbers to which the section applies: `[>=100]`. */
  condition: ((value: number) => boolean) | undefined
  /** Language of the names of months and days. */
  locale: string
}

/** Longer format codes are cut; Excel does not allow them. */
const CODE_MAX_CHARACTERS = 1000

/** Built-in formats by number (ECMA-376 part 1 §18.8.30, including East Asian languages). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0'
}
const DAYS = new Set([14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
const TIMES = new Set([32, 33, 34, 35, 55, 56])

/** A format code of the workbook, or of a built-in format. Built-in dates depend on the reader's locale. */
export function codeOf (id: number, code: string | undefined): string {
  if (code !== undefined) return code
  return BUILT_IN[id] ?? (DAYS.has(id) ? 'yyyy-mm-dd' : TIMES.has(id) ? 'h:mm:ss' : 'General')
}

const TOKEN = new RegExp([
  /"(?<quoted>[^"]*)"?/,
  /[\\!](?<escaped>.)/,
  /_(?<space>.)|\*./,
  /\[(?<bracket>[^[\]]*)\]/,
  /(?<noon>AM\/PM|A\/P)/,
  /(?<general>General|Standard)/,
  /(?<date>y{1,9}|e{1,9}(?![+-])|m{1,9}|d{1,9}|h{1,9}|s{1,9})/,
  /(?<exponent>E[+-])/,
  /(?<digit>[0#?])/,
  /(?<other>.)/
].map(({ source }) => source).join('|'), 'gisu')

const KINDS: Readonly<Record<string, 'point' | 'group' | 'slash' | 'text' | 'percent'>> = {
  '.': 'point', ',': 'group', '/': 'slash', '@': 'text', '%': 'percent'
}

/** Parses a format code. */
export function parseFormatCode (code: string): FormatSection[] {
  const sections: FormatSection[] = []
  let section = newSection()
  for (const { groups = {}, 0: text } of code.slice(0, CODE_MAX_CHARACTERS).matchAll(TOKEN)) {
    if (text === ';') {
      sections.push(completed(section))
      section = newSection()
    } else addToken(section, text, groups)
  }
  return [...sections, completed(section)]
}

interface OpenSection extends FormatSection { tokens: FormatToken[] }

function newSection (): OpenSection {
  return { tokens: [], isDate: false, condition: undefined, locale: 'en' }
}

function addToken (section: OpenSection, text: string, groups: Record<string, string | undefined>): void {
  const { tokens } = section
  const { quoted, escaped, space, bracket, noon, general, date, exponent, digit, other } = groups
  const literal = quoted ?? escaped ?? (space === undefined ? undefined : ' ')
  if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
  else if (bracket !== undefined) addBracket(section, bracket)
  else if (noon !== undefined) tokens.push({ kind: 'noon', text: noon })
  else if (general !== undefined) tokens.push({ kind: 'general' })
  else if (date !== undefined) addDate(tokens, date, false)
  else if (exponent !== undefined) tokens.push({ kind: 'exponent' })
  else if (digit !== undefined) tokens.push({ kind: 'digit', text: digit as '0' | '#' | '?' })
  else if (other !== undefined) tokens.push(KINDS[text] === undefined ? { kind: 'literal', text } : { kind: KINDS[text]! })
}

function addBracket (section: OpenSection, content: string): void {
  const [, currency, locale] = /^\$([^-]*)(?:-(.+))?$/.exec(content) ?? []
  const [, sign, number] = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/.exec(content) ?? []
  if (/^(?:h+|m+|s+)$/i.test(content)) addDate(section.tokens, content, true)
  else if (sign !== undefined) section.condition = conditionOf(sign, Number(number))
  else if (currency !== undefined) {
    if (currency !== '') section.tokens.push({ kind: 'literal', text: currency })
    section.locale = localeOf(locale) ?? section.locale
  }
}

function conditionOf (sign: string, number: number): (value: number) => boolean {
  switch (sign) {
    case '<': return (value) => value < number
    case '<=': return (value) => value <= number
    case '>': return (value) => value > number
    case '>=': return (value) => value >= number
    case '<>': return (value) => value !== number
    default: return (value) => value === number
  }
}

function addDate (tokens: FormatToken[], letters: string, isElapsed: boolean): void {
  const letter = letters.charAt(0).toLowerCase()
  const part = letter === 'e' ? 'y' : letter === 'm' ? 'M' : letter as 'y' | 'd' | 'h' | 's'
  tokens.push({ kind: 'date', part, count: letters.length, isElapsed })
}

/** Distinguishes minutes from months, and fractions of seconds from decimals. */
function completed (section: OpenSection): FormatSection {
  const tokens: FormatToken[] = []
  const dates = section.tokens.filter((token) => token.kind === 'date')
  for (const [at, token] of dates.entries()) {
    if (token.part === 'M' && (token.isElapsed || dates[at - 1]?.part === 'h' || dates[at + 1]?.part === 's')) token.part = 'm'
  }
  const isDate = dates.length > 0 || section.tokens.some(({ kind }) => kind === 'noon')
  for (const token of section.tokens) {
    const last = tokens.at(-1)
    if (!isDate) tokens.push(token)
    else if (token.kind === 'digit' && last?.kind === 'point') tokens.splice(-1, 1, { kind: 'fraction', count: 1 })
    else if (token.kind === 'digit' && last?.kind === 'fraction') last.count++
    else tokens.push(token)
  }
  return { ...section, tokens, isDate }
}

/** Languages by the lower ten bits of Windows' locale ids, from 1. */
const LANGUAGES = (
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv lt'
).split(' ')

/** The language of a Windows locale id (`407`) or language tag (`de-DE`) in a format code; undefined when unknown. */
function localeOf (name: string | undefined): string | undefined {
  // Calendars and digit shapes may follow, or be in the upper bits.
  const [first = ''] = name?.split(',') ?? []
  if (/^[0-9a-f]{1,8}$/i.test(first)) return LANGUAGES[(Number.parseInt(first, 16) & 0x3FF) - 1]
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(first)) return undefined
  return Intl.DateTimeFormat.supportedLocalesOf(first)[0]
}
