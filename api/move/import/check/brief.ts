import type { ResourceKind } from '../../../../db/tables/index.js'
import type { ChunkLabels } from '../records/chunk-labels.js'
import type { Line, SourceRecord } from '../records/lines.js'
import { countValues, forEachTarget, IMPORTED_KINDS, type ImportedKind, type ImportRecord } from '../records/record.js'

/** The data that a check needs of a valid record that needs no checks beyond these. */
export interface Brief {
  readonly number: number
  readonly label: string
  readonly kind: ImportedKind
  /** See recordDigest. */
  readonly digest: number
  /** Number of its values. */
  readonly values: number
  /** Its links: a label or an id, and the kinds of resource allowed there. */
  readonly links: ReadonlyArray<readonly [to: string | number, kinds: readonly ResourceKind[]]>
  /**
   * Number of properties whose texts are in `texts`: the ones by which the file was known to refer to records at the
   * time.
   */
  readonly identifying: number
  /** Texts of these properties, as pairs of property and text. */
  readonly texts: ReadonlyArray<readonly [property: number, text: string]>
}

export function isBrief (line: SourceRecord | Brief): line is Brief {
  return 'links' in line
}

/**
 * Lines of a file as a message between threads. It consists of a few flat arrays, because copying an object per line
 * takes much longer.
 */
export interface BriefChunk {
  /** Bytes of the file read so far. */
  readonly read: number
  /** Labels of its records and link targets. */
  readonly labels: readonly string[]
  /** Sets of kinds that links may lead to. */
  readonly kinds: ReadonlyArray<readonly ResourceKind[]>
  /**
   * For each line its number and the index of its kind, or WHOLE. For a brief, these follow: the index of its label,
   * its digest, its number of values, `identifying`, its number of links; and for each link the target (negative for a
   * label) and the index of its kinds.
   */
  readonly cells: Float64Array
  readonly texts: ReadonlyArray<readonly [number: number, property: number, text: string]>
  /** Lines that are not brief: the checking thread has to parse them. */
  readonly lines: readonly Line[]
}

const KINDS: readonly ImportedKind[] = Object.values(IMPORTED_KINDS)
const WHOLE = -1

/** Builds a chunk, line by line. */
export class BriefPacker {
  readonly #labels: ChunkLabels
  readonly #kinds: Array<readonly ResourceKind[]> = []
  readonly #cells: number[] = []
  readonly #texts: Array<[number, number, string]> = []
  readonly #lines: Line[] = []

  /** @param labels labels of the chunk. */
  constructor (labels: ChunkLabels) {
    this.#labels = labels
  }

  /** Number of lines that are not brief. */
  get whole (): number {
    return this.#lines.length
  }

  /** @param record without media; its targets are indexes of this chunk's labels. */
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
    // Copied, because sending a slice of a buffer would send the whole buffer.
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

  /** Index of a list of kinds, compared by identity: data types share a few list objects. */
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
