import { Scratch, type LabelRow } from '../../../../db/bulk/import/scratch.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { DOUBTED, RecordMap } from '../../pipeline/record-map.js'
import type { Target } from './record.js'

/** Replaces the property in references by title. */
export const TITLE = -1

/** State of a label (`@id`) of the file, or of a value by which the file refers to a record. */
export interface LabelEntry {
  /** The label, or the value. */
  readonly label: string
  /** Represents the record until it has an id: negative, so that it cannot be confused with one. */
  readonly target: Target
  /** For a reference by a value: the property, or TITLE, and the allowed kinds of resource. */
  readonly reference: { property: number, kinds: readonly ResourceKind[] } | undefined
  /** Why a reference cannot be resolved. */
  problem: string | undefined
  /** Target of the record of the file to which a reference leads. */
  alias: Target | undefined
  /** Line of the record; undefined while the label has only been linked to. */
  line: number | undefined
  /** Whether the record has errors and cannot be imported. */
  isSkipped: boolean
  /** Undefined until the record is read, unless an earlier run imported it. */
  kind: ResourceKind | undefined
  id: number | undefined
  /**
   * `absent`: not in the database. `reserved`: a placeholder row without `modified` has the id, because a written
   * record links to it. `written`: imported. `matched`: exists, and the record updates it. `deleted`: imported by an
   * earlier run and deleted since; it is not imported again.
   */
  state: 'absent' | 'reserved' | 'written' | 'matched' | 'deleted'
  /** Digest of the record in the file; undefined until it is read. */
  digest: number | undefined
  /**
   * Digest of the record that an earlier run imported; undefined when there is none, or an earlier version did not
   * store it.
   */
  earlierDigest: number | undefined
}

/** Whether the record no longer needs to be imported. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** Whether an earlier run has imported another record under the label. */
export function isReplaced (entry: LabelEntry): boolean {
  return isDone(entry) && entry.earlierDigest !== undefined && entry.earlierDigest !== entry.digest
}

/**
 * Limit for entries in memory, about 100,000. When there are more, all are written to a temporary database and loaded
 * when needed. Most files have fewer, so nothing is written to the disk.
 */
const ENTRIES_MAX_BYTES = 32 * 1024 * 1024

/** Memory for an entry in addition to its label. */
const ENTRY_BYTES = 300

/** Labels per query. */
const LABELS_PER_QUERY = 1000

/**
 * All labels of a source: of the file, and imported by earlier runs (record-map.ts). The result of earlier
 * runs is known after the next `recall`, which looks up many labels together. Entries may be changed until `flush`,
 * which stores them when there are many; later they have to be requested again.
 */
export class Labels {
  readonly #scratch: Scratch
  readonly #database: Database
  readonly #source: string
  /** What earlier runs have imported; undefined: nothing. */
  readonly #map: RecordMap | undefined
  /** New entries since the last `recall`. */
  readonly #unrecalled: LabelEntry[] = []
  /** Properties by whose values the file refers to records. */
  readonly referenced = new Set<number>()
  readonly #byLabel = new Map<string, LabelEntry>()
  readonly #byValue = new Map<string, LabelEntry>()
  readonly #byTarget = new Map<Target, LabelEntry>()
  /** Memory of these maps, in bytes. */
  #size = 0
  /** Number of the last entry; the first is 1. */
  #last = 0
  /** Entries up to this number are in the temporary database, possibly outdated. */
  #stored = 0

  private constructor (database: Database, source: string, map: RecordMap | undefined, file: string) {
    this.#database = database
    this.#source = source
    this.#map = map
    this.#scratch = new Scratch(file)
  }

  /** @param source name under which earlier runs stored their labels. @param file path for a temporary database. */
  static async open (database: Database, source: string, file: string): Promise<Labels> {
    return new Labels(database, source, await RecordMap.of(database, source), file)
  }

  /** The entry of a label. A new one is incomplete until `recall`. */
  of (label: string): LabelEntry {
    return this.#byLabel.get(label) ?? this.#found(0, '', label) ?? this.#new(label)
  }

  /** The entry of a value that refers to a record of the file or, if there is none, of the database. */
  reference (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry {
    this.referenced.add(property)
    const reference = { property, kinds }
    return this.#byValue.get(valueKey(reference, text)) ?? this.#found(property, kinds.join(), text) ??
      this.#add(newEntry(text, ++this.#last, reference))
  }

  /** The entry of a negative target; undefined when the target is the id of a resource. */
  byTarget (target: Target): LabelEntry | undefined {
    if (target >= 0) return undefined
    const entry = this.#of(target)
    return entry.alias === undefined ? entry : this.byTarget(entry.alias)
  }

  /** The references of the file, in batches; entries may be changed until the next batch is requested. */
  async * references (): AsyncGenerator<LabelEntry[]> {
    if (this.referenced.size === 0) return
    this.#store()
    for (let rows = this.#references(0); rows.length > 0; rows = this.#references(rows.at(-1)!.number)) {
      yield rows.map((row) => this.#byTarget.get(-row.number) ?? this.#loaded(row))
      await this.flush()
    }
  }

  #references (after: number): LabelRow[] {
    return this.#scratch.valuesAfter(after, 1000)
  }

  /** Stores a value of a record by which others may refer to it. */
  identify (property: number, text: string, { target }: LabelEntry): void {
    this.#scratch.identify(property, text, -target)
  }

  /** Up to two records of the file with a value. */
  identified (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry[] {
    // More than needed, because some may be of another kind.
    return this.#scratch.identified(property, text, 50)
      .map((number) => this.#of(-number))
      .filter(({ kind }) => kind !== undefined && kinds.includes(kind))
      .slice(0, 2)
  }

  /** Some of the stored values of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.#scratch.identifiers(property, limit)
  }

  /** Stores a link to check when all records are known. */
  link (line: number, target: Target, kinds: readonly ResourceKind[]): void {
    this.#scratch.link(line, target, kinds.join())
  }

  /** The stored links, in batches. */
  async * links (): AsyncGenerator<Array<{ line: number, target: Target, kinds: ResourceKind[] }>> {
    for (let rows = this.#scratch.linksAfter(0, 1000); rows.length > 0;) {
      yield rows.map(({ line, target, kinds }) => ({ line, target, kinds: kinds.split(',') as ResourceKind[] }))
      await this.flush()
      rows = this.#scratch.linksAfter(rows.at(-1)!.number, 1000)
    }
  }

  /** Looks up what earlier runs have done with new labels. */
  async recall (): Promise<void> {
    while (this.#unrecalled.length > 0) {
      const entries = this.#unrecalled.splice(0, LABELS_PER_QUERY)
      const stored = await this.#map!.load(this.#database, 'labels', entries.map(({ label }) => label))
      for (const entry of entries) {
        const { localId: id, isHere, kind, digest } = stored.get(entry.label) ?? {}
        if (id === undefined) continue
        if (digest !== null && digest !== DOUBTED) entry.earlierDigest = Number(digest)
        // It has been deleted since.
        if (isHere === false) entry.state = 'deleted'
        else Object.assign(entry, { id, kind, state: digest === null ? 'reserved' : 'written' })
      }
    }
  }

  /**
   * Stores the entries when there are many. Entries that callers have are then invalid and must be requested again.
   */
  async flush (): Promise<void> {
    await this.recall()
    if (this.#size < ENTRIES_MAX_BYTES) return
    this.#store()
    for (const entries of [this.#byTarget, this.#byLabel, this.#byValue]) entries.clear()
    this.#size = 0
  }

  #store (): void {
    for (const entry of this.#byTarget.values()) {
      if (-entry.target > this.#stored) this.#scratch.add(rowOf(entry))
      else this.#scratch.update(rowOf(entry))
    }
    this.#stored = this.#last
  }

  /** Message for a record under whose label an earlier run imported another. */
  explainReplaced ({ id, kind, state }: LabelEntry): string {
    const place = state === 'deleted' ? 'deleted since' : `now ${kind!.replace('_', ' ')} ${id!}`
    return `an earlier import of ${this.#source} imported other content under this label (${place}). ` +
      'If this is another file, name it with --source; if the record has changed, update the earlier one with --update-by'
  }

  close (): void {
    this.#scratch.close()
  }

  /** Loads a stored entry by its key. */
  #found (property: number, kinds: string, text: string): LabelEntry | undefined {
    const row = this.#stored === 0 ? undefined : this.#scratch.find(property, kinds, text)
    return row && this.#loaded(row)
  }

  #of (target: Target): LabelEntry {
    return this.#byTarget.get(target) ?? this.#loaded(this.#scratch.byNumber(-target)!)
  }

  #new (label: string): LabelEntry {
    const entry = this.#add(newEntry(label, ++this.#last, undefined))
    if (this.#map !== undefined) this.#unrecalled.push(entry)
    return entry
  }

  #loaded (row: LabelRow): LabelEntry {
    const {
      number, property, kinds, text, line, is_skipped: isSkipped, kind, id, alias, problem, digest,
      earlier_digest: earlierDigest
    } = row
    return this.#add({
      label: text,
      target: -number,
      reference: property === 0 ? undefined : { property, kinds: kinds.split(',') as ResourceKind[] },
      problem: problem ?? undefined,
      alias: alias ?? undefined,
      line: line ?? undefined,
      isSkipped: isSkipped === 1,
      kind: kind as ResourceKind | null ?? undefined,
      id: id ?? undefined,
      state: row.state as LabelEntry['state'],
      digest: digest ?? undefined,
      earlierDigest: earlierDigest ?? undefined
    })
  }

  #add (entry: LabelEntry): LabelEntry {
    const { label, target, reference } = entry
    this.#size += ENTRY_BYTES + 2 * label.length
    this.#byTarget.set(target, entry)
    if (reference === undefined) this.#byLabel.set(label, entry)
    else this.#byValue.set(valueKey(reference, label), entry)
    return entry
  }
}

/** Sets all members, so that all entries have the same hidden class in V8. */
function newEntry (label: string, number: number, reference: LabelEntry['reference']): LabelEntry {
  return {
    label,
    target: -number,
    reference,
    problem: undefined,
    alias: undefined,
    line: undefined,
    isSkipped: false,
    kind: undefined,
    id: undefined,
    state: 'absent',
    digest: undefined,
    earlierDigest: undefined
  }
}

/** Key of a value that refers to a record. */
function valueKey ({ property, kinds }: NonNullable<LabelEntry['reference']>, text: string): string {
  return `${property} ${kinds.join()} ${text}`
}

function rowOf (entry: LabelEntry): LabelRow {
  const { label, target, reference, line, isSkipped, kind, id, state, alias, problem, digest, earlierDigest } = entry
  return {
    number: -target,
    property: reference?.property ?? 0,
    kinds: reference?.kinds.join() ?? '',
    text: label,
    line: line ?? null,
    is_skipped: isSkipped ? 1 : null,
    kind: kind ?? null,
    id: id ?? null,
    state,
    alias: alias ?? null,
    problem: problem ?? null,
    digest: digest ?? null,
    earlier_digest: earlierDigest ?? null
  }
}
