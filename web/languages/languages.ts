import { builtInLabels } from '../../db/seed/labels.js'
import { administrationDe } from './administration/de.js'
import { administrationEn, type AdministrationWords } from './administration/en.js'
import { administrationEs } from './administration/es.js'
import { administrationFr } from './administration/fr.js'
import { de } from './de.js'
import { en, type PublicWords } from './en.js'
import { es } from './es.js'
import { formatsOf, type Formats } from './formats.js'
import { fr } from './fr.js'

/** The texts of the pages in one language, and how it writes numbers and dates. */
export interface Words extends Formats, PublicWords, AdministrationWords {
  /**
   * The name of a property or class of the built-in vocabularies. Those of other vocabularies keep their labels, and so
   * do those to which a collection has given labels of its own.
   */
  labelOf (term: string, label: string): string
}

/** The languages of the pages, each named in itself. */
export const LANGUAGES = [['en', 'English'], ['fr', 'Français'], ['de', 'Deutsch'], ['es', 'Español']] as const

/** Language tag of the pages. */
export type Language = typeof LANGUAGES[number][0]

const TEXTS = {
  en: { locale: 'en-GB', texts: en, administration: administrationEn },
  fr: { locale: 'fr', texts: fr, administration: administrationFr },
  de: { locale: 'de', texts: de, administration: administrationDe },
  es: { locale: 'es', texts: es, administration: administrationEs }
}

function makeWords (language: Language, timeZone: string): Words {
  const { locale, texts, administration } = TEXTS[language]
  const formats = formatsOf(locale, timeZone)
  return {
    ...formats,
    ...texts(formats),
    ...administration(formats),
    labelOf (term, label) {
      const english = builtInLabels('en')
      if (!Object.hasOwn(english, term) || english[term] !== label) return label
      return builtInLabels(language)[term] ?? label
    }
  }
}

export function isLanguage (name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(TEXTS, name)
}

/** Texts by language and time zone. Bounded, because only settings name time zones. */
const made = new Map<string, Words>()

/** @param timeZone in which dates are written. */
export function wordsOf (language: Language, timeZone = 'UTC'): Words {
  const key = `${language} ${timeZone}`
  const words = made.get(key) ?? makeWords(language, timeZone)
  made.set(key, words)
  return words
}
