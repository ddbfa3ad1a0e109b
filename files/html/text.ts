const BLOCK_END = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|h[1-6]|t[dhr]|d[dt]|blockquote|pre|caption|address)>/gi
/** Stops at the next `<`, or a text of nothing but `<` would be read once for each of them. */
const TAG = /<[^<>]*>/g
const CHARACTERS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

/**
 * The text of purified HTML, without tags: what full-text search finds. Words of neighbouring blocks stay apart.
 * @example textOfHtml('<p>one</p><p><b>tw</b>o</p>') // 'one two'
 */
export function textOfHtml (html: string): string {
  return html
    .replace(BLOCK_END, ' ')
    .replace(TAG, '')
    .replace(/&(?:lt|gt|amp|quot);/g, (entity) => CHARACTERS[entity] ?? entity)
    .trim()
}
