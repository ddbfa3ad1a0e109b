/** A text for each plural form that a language has; `#` stands for the number. */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** How a language writes numbers, and dates in one time zone. */
export interface Formats {
  /** @example 12345 → '12,345' */
  number (value: number): string
  /** @example counted(3, { one: '# item', other: '# items' }) → '3 items' */
  counted (value: number, forms: Plural): string
  /** @param seconds since 1970. @example '21 November 2026' */
  day (seconds: number): string
  /** @param seconds since 1970. @example '21 November 2026 at 11:05 UTC' */
  moment (seconds: number): string
  /** @example 1500000 → '1.5 MB' */
  size (bytes: number): string
  /** A duration in its two largest units. @example 4385 → '1 hr 13 mins' */
  duration (seconds: number): string
  /** The order of names in lists. */
  compare (a: string, b: string): number
  /** A name within a sentence: in lower case, except in German. @example 'Item sets' → 'item sets' */
  inSentence (name: string): string
}

const TIMES = [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]] as const
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** @param locale and timeZone as Intl takes them: `en-GB`, `Europe/Paris`. */
export function formatsOf (locale: string, timeZone: string): Formats {
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const zones = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const zoneAt = (time: number): string => zones.formatToParts(time).find(({ type }) => type === 'timeZoneName')!.value
  const sizes = UNITS.map((unit) => new Intl.NumberFormat(locale, {
    style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumSignificantDigits: 3
  }))
  const times = TIMES.map(([unit, length]) => ({
    length, format: new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  }))
  const collator = new Intl.Collator(locale, { numeric: true })
  const number = (value: number): string => numbers.format(value)
  return {
    number,
    counted: (value, forms) => (forms[plurals.select(value)] ?? forms.other).replaceAll('#', () => number(value)),
    day: (seconds) => days.format(seconds * 1000),
    moment: (seconds) => `${moments.format(seconds * 1000)} ${zoneAt(seconds * 1000)}`,
    size (bytes) {
      const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
      return sizes[unit]!.format(bytes / 1000 ** unit)
    },
    duration (seconds) {
      const first = times.findIndex(({ length }) => seconds >= length)
      if (first === -1) return times.at(-1)!.format.format(0)
      let rest = Math.floor(seconds)
      return times.slice(first, first + 2).flatMap(({ length, format }) => {
        const amount = Math.floor(rest / length)
        rest %= length
        return amount === 0 ? [] : [format.format(amount)]
      }).join(' ')
    },
    compare: (a, b) => collator.compare(a, b),
    inSentence: (name) => locale === 'de' ? name : name.replace(/^\p{Lu}(?=\p{Ll})/u, (capital) => capital.toLowerCase())
  }
}
