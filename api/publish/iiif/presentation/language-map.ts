import { languageTag, type Value } from '../../../../schemas/shared/values.js'
import { BASE } from '../../../core/answers/base.js'
import { escapedXml } from '../../../core/answers/xml.js'

/** Texts by language tag; `none` where the language is not known. */
export type LanguageMap = Record<string, string[]>

/** The label of a property in several languages. */
export type Labels = (term: string, label: string) => LanguageMap

/** @param language of the text; `none` is used for what is not a language tag. */
export function inLanguage (text: string, language?: unknown): LanguageMap {
  return { [languageTag(language) ?? 'none']: [text] }
}

export function mergeLanguageMaps (maps: readonly LanguageMap[]): LanguageMap {
  const all: LanguageMap = {}
  for (const map of maps) {
    for (const [language, texts] of Object.entries(map)) {
      const known = all[language] ??= []
      for (const text of texts) known.push(text)
    }
  }
  return all
}

/** A value as viewers display it: text, or a link. Undefined for a value without text. */
export function displayValue (value: Value): LanguageMap | undefined {
  const { '@value': text, '@language': language, '@id': uri, 'o:label': label, 'o:lang': labelLanguage, display_title: title } =
    value as Partial<Record<string, unknown>>
  if (typeof uri === 'string') {
    const name = [title, label, uri].find((name): name is string => typeof name === 'string' && name !== '')!
    return inLanguage(link(uri, name), labelLanguage)
  }
  if (typeof text !== 'string' || text === '') return undefined
  return inLanguage(plain(text), language)
}

/** Viewers interpret a text that starts with `<` and ends with `>` as HTML, and display any other as it is. */
function plain (text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? `<span>${escapedXml(trimmed)}</span>` : text
}

/** Links only schemes that viewers accept. */
function link (address: string, name: string): string {
  return address.startsWith(BASE) || /^https?:/i.test(address) ? `<a href="${escapedXml(address)}">${escapedXml(name)}</a>` : plain(name)
}
