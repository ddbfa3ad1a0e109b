const BLOCK_END = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|h[1-6]|t[dhr]|d[dt]|blockquote|pre|caption|address)>/gi
/** Excludes `<` inside a tag: otherwise a text of many `<` would take quadratic time. */
const TAG = /<[^<>]*>/g
const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

/**
 * The text of purified HTML for full-text search, without tags. Words of neighbouring blocks stay separate.
 *
 * @example textOfHtml('<p>one</p><p><b>tw</b>o</p>') // 'one two'
 */
export function textOfHtml (html: string): string {
  return html
    .replace(BLOCK_END, ' ')
    .replace(TAG, '')
    .replace(/&(?:lt|gt|amp|quot);/g, (entity) => CHARACTERS[entity] ?? entity)
    .trim()
}
