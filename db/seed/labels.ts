import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { builtInVocabularies } from './seed.js'

export const LABEL_LANGUAGES = ['en', 'de', 'fr', 'es'] as const
export type LabelLanguage = typeof LABEL_LANGUAGES[number]

const loaded = new Map<LabelLanguage, Readonly<Record<string, string>>>()

/** The labels of the properties and classes of the built-in vocabularies in a language, by their terms. */
export function builtInLabels (language: LabelLanguage): Readonly<Record<string, string>> {
  let labels = loaded.get(language)
  if (labels === undefined) {
    labels = language === 'en' ? englishLabels() : translatedLabels(language)
    loaded.set(language, labels)
  }
  return labels
}

function englishLabels (): Record<string, string> {
  return Object.fromEntries(builtInVocabularies().flatMap(({ prefix, classes, properties }) =>
    [...classes, ...properties].map(({ local_name: localName, label }) => [`${prefix}:${localName}`, label])))
}

function translatedLabels (language: LabelLanguage): Record<string, string> {
  const file = path.join(packageFolder, 'db', 'seed', 'labels', `${language}.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}
