import { LONG } from '../../../search/full-text/texts/document-sizes.js'
import { TITLE_MAX_CHARACTERS } from '../../../resources/shared/titles/titles.js'
import type { ImportRecord, RecordValue } from '../records/record.js'

/** Resources that a transaction of an import has written. */
export interface TextsToIndex {
  /** Resources whose values and titles are complete. */
  ids: number[]
  /** Resources of `ids` with short texts for full-text search, without media and items with media. */
  documents: number[]
  /** Resources of `ids` that may have long texts, without media and items with media. */
  unmeasured: number[]
  /** Resources of earlier transactions whose text has changed. */
  again: number[]
}

/** Whether a record's full text is short, even if its links display titles of maximum length. */
export function isSurelyShort ({ values }: Pick<ImportRecord, 'values'>): boolean {
  return lengthOf(values) < LONG
}

/** Upper bound in characters. */
function lengthOf (values: readonly RecordValue[]): number {
  let length = 0
  for (const { row: { text, uri, linkedId }, annotation } of values) {
    length += (text?.length ?? 0) + (uri?.length ?? 0) + (linkedId === null ? 0 : TITLE_MAX_CHARACTERS)
    if (annotation !== null) length += lengthOf(annotation)
  }
  return length
}
