import { isLanguage, type Language } from '../../web/languages/languages.js'
import { parseRange } from '../http/negotiation.js'

/** Maximum number of entries of a header that are read; browsers send a handful of languages. */
const MAX_ENTRIES = 20

/**
 * The language of the pages that an Accept-Language header prefers (RFC 9110, 12.5.4). A regional language (`de-CH`)
 * counts as the language itself. English if the header names none of them, or only `*`.
 */
export function acceptedLanguage (header = ''): Language {
  let best: Language = 'en'
  let most = 0
  for (const entry of header.split(',', MAX_ENTRIES)) {
    const { range, quality } = parseRange(entry)
    const language = range.split('-', 1)[0]
    if (isLanguage(language) && quality > most) {
      best = language
      most = quality
    }
  }
  return best
}
