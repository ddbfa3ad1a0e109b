import { eq } from 'drizzle-orm'
import type { Database } from '../../db/sqlite.js'
import { importedRecord, resource, type ResourceKind } from '../../db/tables/index.js'
import type { Target } from './record.js'

/** What is known about a label (`@id`) of the file. */
export interface LabelEntry {
  readonly label: string
  /** Stands for the record until it has an id: negative, so that it cannot be mistaken for one. */
  readonly target: Target
  /** Line of the file that holds the record; undefined as long as the label was only linked to. */
  line?: number
  /** The record on that line has errors and cannot be imported. */
  isSkipped?: boolean
  /** Undefined until the record is read, unless an earlier run imported it. */
  kind?: ResourceKind
  id?: number
  /**
   * `absent`: not in the database. `reserved`: a row without `modified` holds the id, because a record that is written
   * already links to it. `written`: imported. `deleted`: imported by an earlier run and deleted since; it is not
   * imported again.
   */
  state: 'absent' | 'reserved' | 'written' | 'deleted'
}

/** Whether the record needs no import any more. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** All labels of a source: those of the file, and those that earlier runs imported (table `imported_record`). */
export class Labels {
  readonly #entries: LabelEntry[] = []
  readonly #byLabel = new Map<string, LabelEntry>()

  /** The labels that earlier runs of `source` imported. */
  static async load (database: Database, source: string): Promise<Labels> {
    const labels = new Labels()
    const rows = await database
      .select({
        label: importedRecord.label,
        id: importedRecord.resourceId,
        kind: resource.kind,
        modified: resource.modified
      })
      .from(importedRecord)
      .leftJoin(resource, eq(resource.id, importedRecord.resourceId))
      .where(eq(importedRecord.source, source))
    for (const { label, id, kind, modified } of rows) {
      const entry = labels.of(label)
      if (kind === null) Object.assign(entry, { state: 'deleted' })
      else Object.assign(entry, { id, kind, state: modified === null ? 'reserved' : 'written' })
    }
    return labels
  }

  /** The entry of a label; creates one for a new label. */
  of (label: string): LabelEntry {
    let entry = this.#byLabel.get(label)
    if (entry === undefined) {
      entry = { label, target: -1 - this.#entries.length, state: 'absent' }
      this.#entries.push(entry)
      this.#byLabel.set(label, entry)
    }
    return entry
  }

  /** The entry that a negative target stands for; undefined when the target is the id of a resource. */
  byTarget (target: Target): LabelEntry | undefined {
    return target < 0 ? this.#entries[-1 - target] : undefined
  }
}
