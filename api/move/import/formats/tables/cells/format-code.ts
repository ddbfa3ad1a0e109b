/** A token of a format code. */
export interface FormatToken {
  kind:
    'literal' | 'digit' | 'point' | 'group' | 'slash' | 'percent' | 'text' | 'general' | 'exponent' | 'date' | 'elapsed' |
    'fraction' | 'noon'
  /** The text of a literal, otherwise the code: `yyyy`. Months are `M`, minutes `m`. */
  text: string
}

/** One of up to four sections of a format code, separated by semicolons. */
export interface FormatSection {
  tokens: FormatToken[]
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
  /"[^"]*"?/,
  /[\\!_*]./,
  /\[[^[\]]*\]/,
  /AM\/PM|A\/P|General|Standard/,
  /y{1,9}|e{1,9}(?![+-])|m{1,9}|d{1,9}|h{1,9}|s{1,9}/,
  /E[+-]/,
  /./
].map(({ source }) => source).join('|'), 'gisu')

/** Kinds of tokens by their texts in lower case. */
const KINDS: Readonly<Record<string, FormatToken['kind']>> = {
  0: 'digit',
  '#': 'digit',
  '?': 'digit',
  '.': 'point',
  ',': 'group',
  '/': 'slash',
  '%': 'percent',
  '@': 'text',
  general: 'general',
  standard: 'general',
  'e+': 'exponent',
  'e-': 'exponent',
  'am/pm': 'noon',
  'a/p': 'noon'
}

/** Parses a format code. */
export function parseFormatCode (code: string): FormatSection[] {
  const sections = [newSection()]
  for (const [text] of code.slice(0, CODE_MAX_CHARACTERS).matchAll(TOKEN)) {
    const section = sections.at(-1)!
    if (text === ';') sections.push(newSection())
    else if (/^\[.*\]$/s.test(text)) addBracket(section, text.slice(1, -1))
    else section.tokens.push(tokenOf(text))
  }
  return sections.map(completed)
}

function newSection (): FormatSection {
  return { tokens: [], isDate: false, condition: undefined, locale: 'en' }
}

function tokenOf (text: string): FormatToken {
  const lower = text.toLowerCase()
  const kind = KINDS[lower]
  if (kind !== undefined) return { kind, text }
  if (/^[ymdhse]+$/.test(lower)) return { kind: 'date', text: lower.replace(/^e+/, 'yyyy') }
  switch (text[0]) {
    case '"': return { kind: 'literal', text: text.replaceAll('"', '') }
    case '_': return { kind: 'literal', text: ' ' }
    case '*': return { kind: 'literal', text: '' }
    case '\\': case '!': return { kind: 'literal', text: text.slice(1) }
    default: return { kind: 'literal', text }
  }
}

function addBracket (section: FormatSection, content: string): void {
  const [, currency, locale] = /^\$([^-]*)(?:-(.+))?$/.exec(content) ?? []
  const [, sign, number] = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/.exec(content) ?? []
  if (/^(?:h+|m+|s+)$/i.test(content)) section.tokens.push({ kind: 'elapsed', text: content.toLowerCase() })
  else if (sign !== undefined) section.condition = (value) => COMPARISONS[sign]!(value, Number(number))
  else if (currency !== undefined) {
    section.tokens.push({ kind: 'literal', text: currency })
    section.locale = localeOf(locale) ?? section.locale
  }
}

const COMPARISONS: Readonly<Record<string, (value: number, other: number) => boolean>> = {
  '<': (value, other) => value < other,
  '<=': (value, other) => value <= other,
  '>': (value, other) => value > other,
  '>=': (value, other) => value >= other,
  '=': (value, other) => value === other,
  '<>': (value, other) => value !== other
}

/** Distinguishes months from minutes, and fractions of seconds from decimals. */
function completed (section: FormatSection): FormatSection {
  const dates = section.tokens.filter(({ kind }) => kind === 'date' || kind === 'elapsed')
  const isDate = dates.length > 0 || section.tokens.some(({ kind }) => kind === 'noon')
  if (!isDate) return section
  for (const [at, token] of dates.entries()) {
    const isMinute = token.kind === 'elapsed' || dates[at - 1]?.text.startsWith('h') || dates[at + 1]?.text.startsWith('s')
    if (token.text.startsWith('m') && !isMinute) token.text = token.text.toUpperCase()
  }
  const tokens: FormatToken[] = []
  for (const token of section.tokens) {
    const last = tokens.at(-1)
    const isOfFraction = token.kind === 'digit' && (last?.kind === 'point' || last?.kind === 'fraction')
    if (isOfFraction) tokens.splice(-1, 1, { kind: 'fraction', text: last.text + token.text })
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
