import { valueDueOf } from './text-rows.js'

interface Value {
  readonly propertyId: number
  readonly isPublic: boolean
  readonly text: string | null
  readonly uri: string | null
}

/** The rows of the trigram index whose texts are identical before and after a write. */
export function rowsWithSameTexts (resource: number, before: readonly Value[], after: readonly Value[]): number[] {
  const [past, present] = [textsByRow(resource, before), textsByRow(resource, after)]
  return [...present].filter(([row, texts]) => isSame(texts, past.get(row) ?? [])).map(([row]) => row)
}

type Texts = Array<string | null>

function textsByRow (resource: number, values: readonly Value[]): Map<number, Texts> {
  const rows = new Map<number, Texts>()
  for (const { propertyId, isPublic, text, uri } of values) {
    if (text === null && uri === null) continue
    const row = valueDueOf(resource, propertyId, isPublic)
    const texts = rows.get(row)
    if (texts === undefined) rows.set(row, [text, uri])
    else texts.push(text, uri)
  }
  return rows
}

function isSame (texts: Texts, others: Texts): boolean {
  return texts.length === others.length && texts.every((text, at) => text === others[at])
}
