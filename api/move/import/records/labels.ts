import { Scratch } from '../../../../db/bulk/import/scratch.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { DOUBTED, RecordMap } from '../../pipeline/record-map.js'
import type { Target } from './record.js'

/** Replaces the property in references by title. */
export const TITLE = -1

/** Replaces the property for the ids of the resources that records update. */
export const UPDATED = -2

/** State of a label (`@id`) of the file, or of a value by which the file refers to a record. */
export interface LabelEntry {
  /** The label, or the value. */
  readonly label: string
  /** Represents the record until it has an id: negative, so that it cannot be confused with one. */
  readonly target: Target
  /** For a reference by a value: the property, or TITLE, and the allowed kinds of resource. */
  readonly reference: { property: number, kinds: readonly ResourceKind[] } | undefined
  /** Why a reference cannot be resolved. */
  problem?: string
  /** Target of the record of the file to which a reference leads. */
  alias?: Target
  /** Line of the record; undefined while the label has only been linked to. */
  line?: number
  /** Whether the record has errors and cannot be imported. */
  isSkipped: boolean
  /** Undefined until the record is read, unless an earlier run imported it. */
  kind?: ResourceKind
  /** The id of the resource that it is: by the check, so that records which this run writes have none. */
  id?: number
  /**
   * `absent`: not imported yet; an earlier run may have made a placeholder. `written`: imported by an earlier run.
   * `matched`: exists, and the record updates it. `deleted`: imported by an earlier run and deleted since; it is not
   * imported again.
   */
  state: 'absent' | 'written' | 'matched' | 'deleted'
  /** Digest of the record in the file; undefined until it is read. */
  digest?: number
  /**
   * Digest of the record that an earlier run imported; undefined when there is none, or an earlier version did not
   * store it.
   */
  earlierDigest?: number
}

/** Whether the record no longer needs to be imported. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** Whether it is a resource of the database that no run imported under the label: to update, or found by a value. */
export function isFound ({ state, reference }: LabelEntry): boolean {
  return state === 'matched' || reference !== undefined
}

/** Whether an earlier run has imported another record under the label. */
export function isReplaced (entry: LabelEntry): boolean {
  return isDone(entry) && entry.earlierDigest !== undefined && entry.earlierDigest !== entry.digest
}

/** Two suffice, but some may be of another kind. */
const IDENTIFIED_MAX = 50

const LABELS_PER_QUERY = 1000

/** References in memory at once. */
const REFERENCES_PER_BATCH = 1000

/**
 * All labels of a source: of the file, and imported by earlier runs (record-map.ts). The result of earlier runs is
 * known after the next `recall`, which looks up many labels together. Entries may be changed until `flush`, which moves
 * them into a temporary database, because they may not fit into memory; later they have to be requested again.
 */
export class Labels {
  readonly #scratch: Scratch
  /** Name under which earlier runs stored their labels. */
  readonly source: string
  /** What earlier runs have imported; undefined: nothing. */
  readonly #map: RecordMap | undefined
  /** New entries since the last `recall`. */
  readonly #unrecalled: LabelEntry[] = []
  /** Properties by whose values the file refers to records. */
  readonly referenced = new Set<number>()
  readonly #byName = new Map<string, LabelEntry>()
  readonly #byTarget = new Map<Target, LabelEntry>()
  /** Number of the last entry; the first is 1. */
  #last = 0

  private constructor (private readonly database: Database, source: string, map: RecordMap | undefined, file: string) {
    this.source = source
    this.#map = map
    this.#scratch = new Scratch(file)
  }

  /** @param file path for a temporary database. */
  static async open (database: Database, source: string, file: string): Promise<Labels> {
    return new Labels(database, source, await RecordMap.of(database, source), file)
  }

  /** The entry of a label. A new one is incomplete until `recall`. */
  of (label: string): LabelEntry {
    return this.#entry(label, undefined)
  }

  /** The entry of a value that refers to a record of the file or, if there is none, of the database. */
  reference (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry {
    this.referenced.add(property)
    return this.#entry(text, { property, kinds })
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
    await this.flush()
    for (let last = 0; ;) {
      const entries = this.#scratch.referencesAfter(last, REFERENCES_PER_BATCH).map((content) => this.#loaded(content))
      if (entries.length === 0) return
      last = -entries.at(-1)!.target
      yield entries
      await this.flush()
    }
  }

  /** Stores a value of a record by which others may refer to it. */
  identify (property: number, text: string, { target }: LabelEntry): void {
    this.#scratch.identify(property, text, -target)
  }

  /** Some records of the file with a value. */
  identified (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry[] {
    return this.#scratch.identified(property, text, IDENTIFIED_MAX)
      .map((number) => this.#of(-number))
      .filter(({ kind }) => kind !== undefined && kinds.includes(kind))
  }

  /** Some of the stored values of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.#scratch.identifiers(property, limit)
  }

  /** Looks up what earlier runs have done with new labels. */
  async recall (): Promise<void> {
    while (this.#unrecalled.length > 0) {
      const entries = this.#unrecalled.splice(0, LABELS_PER_QUERY)
      const stored = await this.#map!.load(this.database, 'labels', entries.map(({ label }) => label))
      for (const entry of entries) {
        const { localId: id, isHere, kind, digest } = stored.get(entry.label) ?? {}
        if (id === undefined) continue
        if (digest !== null && digest !== DOUBTED) entry.earlierDigest = Number(digest)
        // It has been deleted since.
        if (isHere === false) entry.state = 'deleted'
        else Object.assign(entry, { id, kind, state: digest === null ? 'absent' : 'written' })
      }
    }
  }

  /** Stores the entries. Entries that callers have are then invalid and must be requested again. */
  async flush (): Promise<void> {
    await this.recall()
    for (const [name, entry] of this.#byName) {
      this.#scratch.put(-entry.target, name, entry.reference !== undefined, JSON.stringify(entry))
    }
    this.forget()
  }

  /** As `flush`, if no entry was added or changed. */
  forget (): void {
    this.#byName.clear()
    this.#byTarget.clear()
  }

  /** Message for a record under whose label an earlier run imported another. */
  explainReplaced ({ id, kind, state }: LabelEntry): string {
    const place = state === 'deleted' ? 'deleted since' : `now ${kind!.replace('_', ' ')} ${id!}`
    return `an earlier import of ${this.source} imported other content under this label (${place}). ` +
      'If this is another file, give it another name (option source); if the record has changed, ' +
      'update the earlier one (option updateBy)'
  }

  close (): void {
    this.#scratch.close()
  }

  #entry (label: string, reference: LabelEntry['reference']): LabelEntry {
    const name = nameOf(label, reference)
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const content = this.#scratch.find(name)
    if (content !== undefined) return this.#loaded(content)
    const target = -++this.#last
    const entry = this.#add({ label, target, reference, isSkipped: false, state: 'absent' })
    if (reference === undefined && this.#map !== undefined) this.#unrecalled.push(entry)
    return entry
  }

  #of (target: Target): LabelEntry {
    return this.#byTarget.get(target) ?? this.#loaded(this.#scratch.byNumber(-target)!)
  }

  #loaded (content: string): LabelEntry {
    return this.#add(JSON.parse(content) as LabelEntry)
  }

  #add (entry: LabelEntry): LabelEntry {
    this.#byTarget.set(entry.target, entry)
    this.#byName.set(nameOf(entry.label, entry.reference), entry)
    return entry
  }
}

/** A name that no other entry has. */
function nameOf (label: string, reference: LabelEntry['reference']): string {
  return reference === undefined ? ` ${label}` : `${reference.property} ${reference.kinds.join()} ${label}`
}
