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

export function wordsOf (language: Language): Words {
  return WORDS[language]
}
