import { Scratch } from '../../../../db/bulk/import/scratch.js'
import type { Database } from '../../../../db/query/statements/database.js'
import type { ResourceKind } from '../../../../db/tables/index.js'
import { pages } from '../../../core/sequence/pages.js'
import { Turns } from '../../../core/sequence/turns.js'
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
  /**
   * Digest of the record that an earlier run imported; undefined when there is none, or an earlier version did not
   * store it.
   */
  digest?: number
}

/** A reference of the file by a value. */
export type LabelReference = LabelEntry & { reference: NonNullable<LabelEntry['reference']> }

/** Whether the record no longer needs to be imported. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** Whether it is a resource of the database that no run imported under the label: to update, or found by a value. */
export function isFound ({ state, reference }: LabelEntry): boolean {
  return state === 'matched' || reference !== undefined
}

/** Two suffice, but some may be of another kind. */
const IDENTIFIED_MAX = 50

/** References, or labels of earlier runs, in memory at once. */
const ENTRIES_PER_PAGE = 500

/**
 * All labels of a source: of the file, and imported by earlier runs (record-map.ts). They are in a temporary database,
 * because they may not fit into memory. An entry that is changed must be saved.
 */
export class Labels {
  readonly #scratch: Scratch
  /** Properties by whose values the file refers to records. */
  readonly referenced = new Set<number>()
  /** Number of the last entry; the first is 1. */
  #last = 0

  /**
   * @param source name under which runs store their labels.
   * @param file path for a temporary database.
   */
  constructor (readonly source: string, file: string) {
    this.#scratch = new Scratch(file)
  }

  /** Reads the labels of earlier runs; call it first. */
  async recall (database: Database): Promise<void> {
    const map = await RecordMap.of(database, this.source)
    if (map === undefined) return
    const page = async (last: string) => await map.after(database, 'labels', last, ENTRIES_PER_PAGE)
    for await (const entries of new Turns().each(pages('', ({ name }) => name, page))) {
      for (const { name, localId: id, isHere, kind, digest } of entries) {
        this.#add(name, undefined, {
          ...(digest !== null && digest !== DOUBTED && { digest: Number(digest) }),
          // It has been deleted since.
          ...!isHere ? { state: 'deleted' } : { id, kind: kind!, state: digest === null ? 'absent' : 'written' }
        })
      }
    }
  }

  /** The entry of a label. */
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
    const entry = this.#numbered(-target)
    return entry.alias === undefined ? entry : this.byTarget(entry.alias)
  }

  /** The references of the file, in pages. */
  * references (): Generator<LabelReference[]> {
    const after = (last: number): string[] => this.#scratch.referencesAfter(last, ENTRIES_PER_PAGE)
    for (let page = after(0); page.length > 0;) {
      const entries = page.map((content) => JSON.parse(content) as LabelReference)
      yield entries
      page = after(-entries.at(-1)!.target)
    }
  }

  /** Stores a changed entry. */
  save (entry: LabelEntry): void {
    this.#scratch.put(-entry.target, nameOf(entry), entry.reference !== undefined, JSON.stringify(entry))
  }

  /** Stores a value of a record by which others may refer to it. */
  identify (property: number, text: string, { target }: LabelEntry): void {
    this.#scratch.identify(property, text, -target)
  }

  /** Some records of the file with a value. */
  identified (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry[] {
    return this.#scratch.identified(property, text, IDENTIFIED_MAX)
      .map((number) => this.#numbered(number))
      .filter(({ kind }) => kind !== undefined && kinds.includes(kind))
  }

  /** Some of the stored values of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.#scratch.identifiers(property, limit)
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
    const content = this.#scratch.find(nameOf({ label, reference }))
    return content === undefined ? this.#add(label, reference) : JSON.parse(content) as LabelEntry
  }

  #numbered (number: number): LabelEntry {
    return JSON.parse(this.#scratch.byNumber(number)!) as LabelEntry
  }

  #add (label: string, reference: LabelEntry['reference'], known: Partial<LabelEntry> = {}): LabelEntry {
    const entry: LabelEntry = { label, target: -++this.#last, reference, isSkipped: false, state: 'absent', ...known }
    this.save(entry)
    return entry
  }
}

/** A name that no other entry has. */
function nameOf ({ label, reference }: Pick<LabelEntry, 'label' | 'reference'>): string {
  return reference === undefined ? ` ${label}` : `${reference.property} ${reference.kinds.join()} ${label}`
}
