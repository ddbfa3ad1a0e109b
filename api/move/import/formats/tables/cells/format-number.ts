import type { FormatSection, FormatToken } from './format-code.js'

const DECIMALS_MAX = 30

/** Spreadsheets store 15 significant digits. */
const FIRST_INEXACT = 1e15

/** Formats a non-negative number with a section of a format. @param plain the number without a format. */
export function formatNumber (value: number, plain: string, { tokens }: FormatSection): string {
  if (tokens.some(({ kind }) => kind === 'general')) return filled(tokens, 'general', plain)
  if (tokens.some(({ kind }) => kind === 'text')) return filled(tokens, 'text', plain)
  const slash = tokens.findIndex(({ kind }) => kind === 'slash')
  if (slash > 0 && tokens.slice(slash).some(isDenominator)) return formatFraction(value, tokens, slash)
  const digits = tokens.filter(({ kind }) => kind === 'digit')
  if (digits.length === 0) return filled(tokens, undefined, '')
  // An exponent loses digits, so the plain number is better.
  if (tokens.some(({ kind }) => kind === 'exponent') || value >= FIRST_INEXACT) return plain
  return formatDigits(value, tokens)
}

function isDenominator (token: FormatToken): boolean {
  return token.kind === 'digit' || (token.kind === 'literal' && /^\d/.test(token.text))
}

/** Inserts the cell's content between the literals of a format. */
function filled (tokens: readonly FormatToken[], place: 'general' | 'text' | undefined, content: string): string {
  const shown = new Set<FormatToken['kind']>(['literal', 'percent', 'point', 'group', 'slash'])
  return tokens.map(({ kind, text }) => kind === place ? content : shown.has(kind) ? text : '').join('')
}

function formatDigits (value: number, tokens: readonly FormatToken[]): string {
  const isDigit = ({ kind }: FormatToken): boolean => kind === 'digit'
  const found = tokens.findIndex(({ kind }) => kind === 'point')
  const point = found < 0 ? tokens.length : found
  const last = tokens.findLastIndex(isDigit)
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  // Each comma after the last digit divides by a thousand; commas between digits separate thousands.
  const thousands = tokens.filter(({ kind }, at) => kind === 'group' && at > last).length
  const decimals = Math.min(tokens.slice(point).filter(isDigit).length, DECIMALS_MAX)
  const [whole = '0', fraction = ''] = decimal(value * 100 ** percents / 1000 ** thousands, decimals).split('.')
  const isGrouped = tokens.some(({ kind }, at) => kind === 'group' && at < Math.min(last, point))
  const before = integerPart(tokens.slice(0, point), whole === '0' ? '' : whole, isGrouped)
  return before + (found < 0 ? '' : decimalPart(tokens.slice(point), fraction))
}

/** Like `toFixed`, but rounds by the decimal digits of the number: 1.005 becomes 1.01, as in spreadsheets. */
function decimal (value: number, decimals: number): string {
  const digits = Number(value.toPrecision(15))
  const shifted = Number(`${digits}e${decimals}`)
  const isExact = shifted < FIRST_INEXACT && !String(digits).includes('e')
  return (isExact ? Number(`${Math.round(shifted)}e-${decimals}`) : digits).toFixed(decimals)
}

/** Fills digit placeholders from the right; the leftmost takes all remaining digits. */
function integerPart (tokens: readonly FormatToken[], digits: string, isGrouped: boolean): string {
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  let shown = ''
  let place = 0
  const put = (character: string): void => {
    if (isGrouped && place > 0 && place % 3 === 0 && character.trim() !== '') shown = `,${shown}`
    shown = character + shown
    place++
  }
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at]!
    if (token.kind === 'literal' || token.kind === 'percent') shown = token.text + shown
    else if (token.kind === 'digit') {
      const digit = digits.at(-1 - place)
      if (digit !== undefined || token.text !== '#') put(digit ?? (token.text === '0' ? '0' : ' '))
      if (at === first) while (place < digits.length) put(digits.at(-1 - place)!)
    }
  }
  return shown
}

function decimalPart (tokens: readonly FormatToken[], fraction: string): string {
  let place = 0
  const significant = 1 + [...fraction].findLastIndex((digit) => digit !== '0')
  const shown = tokens.map((token) => {
    if (token.kind === 'literal' || token.kind === 'percent') return token.text
    if (token.kind !== 'digit') return ''
    const digit = fraction[place++] ?? ''
    return token.text === '0' || place <= significant ? digit : token.text === '?' ? ' ' : ''
  }).join('')
  return tokens.some((token) => token.kind === 'digit') && !/^\d/.test(shown) ? shown : `.${shown}`
}

/**
 * Formats as a whole number and fraction (`# ?/?`) or a fraction alone (`?/?`). The denominator is fixed or has so
 * many digits.
 */
function formatFraction (value: number, tokens: readonly FormatToken[], slash: number): string {
  const behind = tokens.slice(slash + 1)
  const given = Number(behind.map((token) => token.kind === 'literal' && /\d/.test(token.text) ? token.text : '').join(''))
  const placeholders = behind.filter(({ kind }) => kind === 'digit').length
  const hasWhole = tokens.slice(0, slash).some(({ kind }, at, before) =>
    kind === 'digit' && before.slice(at).some((token) => token.kind === 'literal'))
  const whole = hasWhole ? Math.floor(value) : 0
  const [numerator, denominator] = nearestFraction(value - whole, given, 10 ** Math.min(placeholders, 3) - 1)
  const total = numerator === denominator && hasWhole ? whole + 1 : whole
  const fraction = hasWhole && (numerator === 0 || numerator === denominator) ? '' : `${numerator}/${denominator}`
  return [hasWhole && (total > 0 || fraction === '') ? String(total) : '', fraction].filter((part) => part !== '').join(' ')
}

function nearestFraction (value: number, given: number, most: number): [numerator: number, denominator: number] {
  if (given > 0) return [Math.round(value * given), given]
  let best: [number, number] = [Math.round(value), 1]
  for (let denominator = 2; denominator <= most; denominator++) {
    const numerator = Math.round(value * denominator)
    const isNearer = Math.abs(value - numerator / denominator) < Math.abs(value - best[0] / best[1]) - 1e-12
    if (isNearer) best = [numerator, denominator]
  }
  return best
}
