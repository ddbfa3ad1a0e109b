import { deserialize, serialize } from 'node:v8'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { newRow } from '../../../values/value-rows.js'
import type { ChunkLabels } from './chunk-labels.js'
import type { Line } from './lines.js'
import { partsOf } from './record-file.js'
import { forEachTarget, IMPORTED_KINDS, type ImportedKind, type ImportRecord, type RecordValue } from './record.js'
import type { Targets } from './references.js'

/**
 * Records of a part of a file as a few flat arrays, which can be written and read several times as fast as objects or
 * the original JSON.
 */
interface PackedRecords {
  readonly labels: readonly string[]
  readonly kinds: ReadonlyArray<readonly ResourceKind[]>
  /** Data types and languages. */
  readonly words: readonly string[]
  readonly texts: readonly string[]
  /**
   * For each line its number and the index of its kind, or WHOLE. For a record, its other members follow, then its
   * item sets and values; for a value its members, then the values of its annotation. NONE represents null.
   */
  readonly cells: Int32Array
  readonly lines: ReadonlyArray<readonly [text: string | null, isWhole: boolean]>
}

const KINDS: readonly ImportedKind[] = Object.values(IMPORTED_KINDS)
const WHOLE = -1
/**
 * Neither an index nor an id. Targets of records in the file are negative, too, which is why links also have an index
 * of kinds.
 */
const NONE = -1
const INT32_MAX = 2 ** 31 - 1

const NO_KINDS: readonly ResourceKind[] = []
const NO_IDS: ReadonlySet<number> = new Set()
const NO_KEYS: ReadonlySet<string> = new Set()

/** Whether a record can be packed: it has no media or warnings, creates a resource, and its ids are in range. */
export function isPackable (record: ImportRecord): boolean {
  if (record.media.length > 0 || record.warnings.length > 0) return false
  let isInRange = true
  forEachTarget(record, (target) => { if (target > INT32_MAX) isInRange = false })
  return isInRange
}

/** Packs records line by line; their targets belong to one chunk. */
export class RecordPacker {
  readonly #labels: ChunkLabels
  readonly #kinds: Array<readonly ResourceKind[]> = []
  readonly #words: string[] = []
  readonly #texts: string[] = []
  readonly #cells: number[] = []
  readonly #lines: Array<[string | null, boolean]> = []

  constructor (labels: ChunkLabels) {
    this.#labels = labels
  }

  /** @param record for which `isPackable` is true. */
  add (record: ImportRecord): void {
    const { line, kind, label, ownerId, classId, templateId, titles: { full, shown }, itemSets, values } = record
    const title = this.#textOf(full)
    this.#cells.push(
      line, KINDS.indexOf(kind), this.#labels.indexOf(label), ownerId ?? NONE, classId ?? NONE, templateId ?? NONE,
      Number(record.isPublic), Number(record.isOpen), title, shown === full ? title : this.#textOf(shown),
      itemSets.length, values.length
    )
    for (const target of itemSets) this.#cells.push(target)
    this.#addValues(values)
  }

  /** Adds an unparsed line. */
  addLine ({ number, text, isWhole }: Line): void {
    this.#cells.push(number, WHOLE)
    this.#lines.push([text, isWhole])
  }

  packed (): Buffer {
    const records: PackedRecords = {
      labels: this.#labels.all,
      kinds: this.#kinds,
      words: this.#words,
      texts: this.#texts,
      cells: Int32Array.from(this.#cells),
      lines: this.#lines
    }
    return serialize(records)
  }

  #addValues (values: readonly RecordValue[]): void {
    for (const { row: { propertyId, type, text, lang, uri, linkedId }, links, isPublic, annotation } of values) {
      this.#cells.push(
        propertyId, indexIn(this.#words, type), isPublic === undefined ? NONE : Number(isPublic), this.#textOf(text),
        lang === null ? NONE : indexIn(this.#words, lang), this.#textOf(uri), annotation?.length ?? NONE,
        linkedId === null ? NONE : indexIn(this.#kinds, links), linkedId ?? NONE
      )
      if (annotation !== null) this.#addValues(annotation)
    }
  }

  #textOf (text: string | null): number {
    return text === null ? NONE : this.#texts.push(text) - 1
  }
}

/** Linear search: the list is short. */
function indexIn<T> (list: T[], one: T): number {
  const index = list.indexOf(one)
  return index >= 0 ? index : list.push(one) - 1
}

/** The records in a file of packed records, in batches. */
export async function * readPacked (path: string, labels: Targets): AsyncGenerator<Array<ImportRecord | Line>> {
  for (const part of partsOf(path)) yield unpacked(part, labels)
}

/** The records and lines that `RecordPacker` has packed, in their order. */
function unpacked (bytes: Buffer, labels: Targets): Array<ImportRecord | Line> {
  return new Unpacker(deserialize(bytes) as PackedRecords, labels).all()
}

class Unpacker {
  readonly #packed: PackedRecords
  readonly #labels: Targets
  #at = 0

  constructor (packed: PackedRecords, labels: Targets) {
    this.#packed = packed
    this.#labels = labels
  }

  all (): Array<ImportRecord | Line> {
    const { cells, lines } = this.#packed
    const all: Array<ImportRecord | Line> = []
    let line = 0
    while (this.#at < cells.length) {
      const number = this.#next()
      const kind = this.#next()
      if (kind !== WHOLE) {
        all.push(this.#record(number, KINDS[kind]!))
        continue
      }
      const [text, isWhole] = lines[line++]!
      all.push({ number, text, bytes: Buffer.from(text ?? ''), isWhole })
    }
    return all
  }

  #record (line: number, kind: ImportedKind): ImportRecord {
    const { labels, texts } = this.#packed
    const label = labels[this.#next()]!
    const ownerId = this.#next()
    const classId = this.#id()
    const templateId = this.#id()
    const isPublic = this.#next() === 1
    const isOpen = this.#next() === 1
    const titles = { full: this.#textIn(texts), shown: this.#textIn(texts) }
    const sets = this.#next()
    const count = this.#next()
    const itemSets: number[] = []
    for (let at = 0; at < sets; at++) itemSets.push(this.#target())
    return {
      line,
      label,
      kind,
      ownerId: ownerId === NONE ? undefined : ownerId,
      classId,
      templateId,
      titles,
      isPublic,
      isOpen,
      itemSets,
      values: this.#values(count),
      media: [],
      // Only updates need these.
      named: NO_KEYS,
      unordered: NO_IDS,
      full: NO_IDS,
      id: undefined,
      warnings: []
    }
  }

  #values (count: number): RecordValue[] {
    const { words, texts, kinds } = this.#packed
    const values: RecordValue[] = []
    for (let at = 0; at < count; at++) {
      const propertyId = this.#next()
      const name = words[this.#next()]!
      const visibility = this.#next()
      const isPublic = visibility === NONE ? undefined : visibility === 1
      const text = this.#textIn(texts)
      const lang = this.#textIn(words)
      const uri = this.#textIn(texts)
      const described = this.#next()
      const allowed = this.#next()
      const isLink = allowed !== NONE
      const linkedId = isLink ? this.#target() : this.#id()
      const content = { text, lang, uri, linkedId }
      values.push({
        row: newRow({ propertyId, type: { name }, content, isPublic, annotation: undefined }),
        links: isLink ? kinds[allowed]! : NO_KINDS,
        isPublic,
        annotation: described === NONE ? null : this.#values(described)
      })
    }
    return values
  }

  #next (): number {
    return this.#packed.cells[this.#at++]!
  }

  #id (): number | null {
    const id = this.#next()
    return id === NONE ? null : id
  }

  #textIn (list: readonly string[]): string | null {
    const index = this.#next()
    return index === NONE ? null : list[index]!
  }

  /** Converts a target of the chunk to one of the import. */
  #target (): number {
    const target = this.#next()
    return target < 0 ? this.#labels.of(this.#packed.labels[-1 - target]!).target : target
  }
}
