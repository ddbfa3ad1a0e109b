import { distance } from 'fastest-levenshtein'

/**
 * The candidate with the smallest edit distance from `word` (Levenshtein, ignoring case). The first of equals;
 * undefined if there are no candidates.
 *
 * @param most maximum distance. @example nearestName('dcterms:titel', ['dcterms:date', 'dcterms:title']) //
 * 'dcterms:title'
 */
export function nearestName (word: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  const folded = word.toLowerCase()
  let best: string | undefined
  let least = most + 1
  for (const candidate of candidates) {
    if (Math.abs(word.length - candidate.length) >= least) continue
    const edits = distance(folded, candidate.toLowerCase())
    if (edits < least) {
      least = edits
      best = candidate
    }
  }
  return best
}
