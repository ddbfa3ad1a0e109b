/** Enough trigrams to leave few candidates; more only cost time. */
const MOST = 12

/**
 * The FTS5 expression that demands the trigrams of a folded text, undefined when it has fewer than three characters.
 *
 * @example trigramQuery('cafe') // '"caf" AND "afe"'
 */
export function trigramQuery (text: string): string | undefined {
  const characters = [...text]
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= characters.length && trigrams.size < MOST; at++) trigrams.add(characters.slice(at, at + 3).join(''))
  if (trigrams.size === 0) return undefined
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}
