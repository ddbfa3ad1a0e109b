import { LONG } from '../../../search/full-text/texts/document-sizes.js'
import { TITLE_MAX_CHARACTERS } from '../../../resources/shared/titles/titles.js'
import type { ImportRecord, RecordValue } from '../records/record.js'

/** What a transaction of an import has written. */
export interface WrittenTexts {
  /** Resources that now have their values and titles. */
  ids: number[]
  /** Those among them that are found by full text and surely have short texts, but for media and items with media. */
  documents: number[]
  /** The same of those that may have long texts. */
  unmeasured: number[]
  /** Resources of earlier transactions whose text has changed. */
  again: number[]
}

/** Whether the text by which a record is found is not long, however long the titles are that its links show. */
export function isSurelyShort ({ values }: Pick<ImportRecord, 'values'>): boolean {
  return lengthOf(values) < LONG
}

/** Characters at most. */
function lengthOf (values: readonly RecordValue[]): number {
  let length = 0
  for (const { row: { text, uri, linkedId }, annotation } of values) {
    length += (text?.length ?? 0) + (uri?.length ?? 0) + (linkedId === null ? 0 : TITLE_MAX_CHARACTERS)
    if (annotation !== null) length += lengthOf(annotation)
  }
  return length
}
