import type { ResourceKind } from '../../../../db/tables/index.js'
import type { ChunkLabels } from '../records/chunk-labels.js'
import type { Line, SourceRecord } from '../records/lines.js'
import { countValues, forEachTarget, IMPORTED_KINDS, type ImportedKind, type ImportRecord } from '../records/record.js'

/** What a check has to know of a record in which nothing is wrong and which only needs what is said here. */
export interface Brief {
  readonly number: number
  readonly label: string
  readonly kind: ImportedKind
  /** See recordDigest. */
  readonly digest: number
  /** Number of its values. */
  readonly values: number
  /** What it links to: a label or an id, and the kinds of resource allowed there. */
  readonly links: ReadonlyArray<readonly [to: string | number, kinds: readonly ResourceKind[]]>
  /** Number of the properties whose texts are in `texts`. */
  readonly identifying: number
  /** Its texts of properties by which the file refers to records. */
  readonly texts: ReadonlyArray<readonly [property: number, text: string]>
}

export function isBrief (line: SourceRecord | Brief): line is Brief {
  return 'links' in line
}

/** Lines of a file, on their way to another thread as few flat parts: to copy an object for each takes much longer. */
export interface BriefChunk {
  /** Bytes of the file that had been read. */
  readonly read: number
  /** Labels that its records have or link to. */
  readonly labels: readonly string[]
  /** Kinds of resource that links may lead to. */
  readonly kinds: ReadonlyArray<readonly ResourceKind[]>
  /**
   * Of each line its number and the index of its kind, or WHOLE. If it is brief, there follow: the index of its label,
   * its digest, its number of values, `identifying`, its number of links; of each of these the target, negative for a
   * label, and the index of its kinds.
   */
  readonly cells: Float64Array
  readonly texts: ReadonlyArray<readonly [number: number, property: number, text: string]>
  /** Those lines that have to be read by whoever checks them. */
  readonly lines: readonly Line[]
}

const KINDS: readonly ImportedKind[] = Object.values(IMPORTED_KINDS)
const WHOLE = -1

/** Makes a chunk, line by line. */
export class BriefPacker {
  readonly #labels: ChunkLabels
  readonly #kinds: Array<readonly ResourceKind[]> = []
  readonly #cells: number[] = []
  readonly #texts: Array<[number, number, string]> = []
  readonly #lines: Line[] = []

  /** @param labels of this chunk. */
  constructor (labels: ChunkLabels) {
    this.#labels = labels
  }

  /** Number of lines that are not brief. */
  get whole (): number {
    return this.#lines.length
  }

  /** @param record without media, whose targets are of this chunk. */
  add (
    record: ImportRecord, digest: number, identifying: number, texts: Iterable<[property: number, text: string]>
  ): void {
    const { line, label, kind } = record
    const links: number[] = []
    forEachTarget(record, (target, kinds) => { links.push(target, this.#indexOfKinds(kinds)) })
    this.#cells.push(
      line, KINDS.indexOf(kind), this.#labels.indexOf(label), digest, countValues(record), identifying,
      links.length / 2
    )
    for (const cell of links) this.#cells.push(cell)
    for (const [property, text] of texts) this.#texts.push([line, property, text])
  }

  addWhole (line: Line): void {
    this.#cells.push(line.number, WHOLE)
    // A copy: with a part of a buffer all of it would be sent.
    this.#lines.push({ ...line, bytes: Buffer.from(Uint8Array.from(line.bytes).buffer) })
  }

  packed (read: number): BriefChunk {
    return {
      read,
      labels: this.#labels.all,
      kinds: this.#kinds,
      cells: Float64Array.from(this.#cells),
      texts: this.#texts,
      lines: this.#lines
    }
  }

  /** Data types have few lists of kinds, each always the same. */
  #indexOfKinds (kinds: readonly ResourceKind[]): number {
    const index = this.#kinds.indexOf(kinds)
    return index >= 0 ? index : this.#kinds.push(kinds) - 1
  }
}

/** The lines of a chunk, in their order. */
export function * unpacked ({ labels, kinds, cells, texts, lines }: BriefChunk): Generator<Brief | Line> {
  let text = 0
  let line = 0
  for (let at = 0; at < cells.length;) {
    const number = cells[at]!
    const kind = cells[at + 1]!
    at += 2
    if (kind === WHOLE) {
      const { bytes, ...others } = lines[line++]!
      yield { ...others, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
      continue
    }
    const label = labels[cells[at]!]!
    const digest = cells[at + 1]!
    const values = cells[at + 2]!
    const identifying = cells[at + 3]!
    const links: Array<[string | number, readonly ResourceKind[]]> = []
    const end = at + 5 + 2 * cells[at + 4]!
    for (at += 5; at < end; at += 2) {
      const target = cells[at]!
      links.push([target < 0 ? labels[-1 - target]! : target, kinds[cells[at + 1]!]!])
    }
    const own: Array<[number, string]> = []
    for (; texts[text]?.[0] === number; text++) own.push([texts[text]![1], texts[text]![2]])
    yield { number, label, kind: KINDS[kind]!, digest, values, links, identifying, texts: own }
  }
}
