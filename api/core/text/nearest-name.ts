/**
 * The candidate with the smallest edit distance from `word` (Levenshtein, ignoring case). The first of equals;
 * undefined if there are no candidates.
 *
 * @param most maximum distance. @example nearestName('dcterms:titel', ['dcterms:date', 'dcterms:title']) //
 * 'dcterms:title'
 */
export function nearestName (word: string, candidates: Iterable<string>, most = Infinity): string | undefined {
  let best: string | undefined
  let least = most + 1
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase(), least)
    if (edits < least) {
      least = edits
      best = candidate
    }
  }
  return best
}

/** Edit distance from `a` to `b`, or any number not below `limit` if it is at least that. */
function distance (a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1))
    }
    if (row.every((edits) => edits >= limit)) return limit
    previous = row
  }
  return previous[b.length]!
}
