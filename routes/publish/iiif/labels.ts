import type { Labels, LanguageMap } from '../../../api/publish/iiif/presentation/language-map.js'
import { LANGUAGES, wordsOf } from '../../../web/languages/languages.js'

const known = new Map<string, LanguageMap>()

/** The label of a property: in all languages of the pages for built-in vocabularies, otherwise as it is stored. */
export const propertyLabels: Labels = (term, label) => {
  const key = `${term} ${label}`
  const present = known.get(key)
  if (present !== undefined) return present
  const names = LANGUAGES.map(([language]) => [language, wordsOf(language).labelOf(term, label)] as const)
  if (names.every(([, name]) => name === label)) return { none: [label] }
  const map = Object.fromEntries(names.map(([language, name]) => [language, [name]]))
  // Only terms that the program translates are cached, so the cache is bounded.
  known.set(key, map)
  return map
}
