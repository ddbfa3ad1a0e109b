import { de } from './de.js'
import { en, type Words } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'

export type { Words }

const WORDS = { en, fr, de, es } as const

/** Language tag of the pages. */
export type Language = keyof typeof WORDS

/** The languages of the pages, each named in itself. */
export const LANGUAGES: ReadonlyArray<readonly [language: Language, name: string]> = [
  ['en', 'English'], ['fr', 'Français'], ['de', 'Deutsch'], ['es', 'Español']
]

export function isLanguage (name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(WORDS, name)
}

/** Texts by language and time zone. Bounded, because only settings name time zones. */
const inTimeZones = new Map<string, Words>()

/** @param timeZone in which dates are written. */
export function wordsOf (language: Language, timeZone = 'UTC'): Words {
  const words = WORDS[language]
  if (timeZone === 'UTC') return words
  const key = `${language} ${timeZone}`
  const known = inTimeZones.get(key) ?? { ...words, ...words.datesIn(timeZone) }
  inTimeZones.set(key, known)
  return known
}
