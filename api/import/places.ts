import { eq } from 'drizzle-orm'
import type { Database } from '../../db/sqlite.js'
import { importedRecord, resource, type ResourceKind } from '../../db/tables/index.js'
import type { Target } from './record.js'

/** What a label stands for. */
export interface Place {
  readonly label: string
  /** The number that stands for the place where an id is expected: negative, so that it is none. */
  readonly target: Target
  /** Line of the file that describes it, when one does. */
  line?: number
  /** That line cannot be imported. */
  isSkipped?: boolean
  /** Known once a line describes it or an earlier run has made it. */
  kind?: ResourceKind
  id?: number
  /**
   * `absent`: not in the database. `reserved`: a row without `modified` keeps the id, because a written record points
   * to it. `written`: done. `deleted`: written by an earlier run and deleted since, which is respected.
   */
  state: 'absent' | 'reserved' | 'written' | 'deleted'
}

/** Whether there is nothing left to do for the record. */
export function isDone ({ state }: Place): boolean {
  return state === 'written' || state === 'deleted'
}

/** All labels of a source: those of the file, and those that earlier runs have brought into the database. */
export class Places {
  readonly #places: Place[] = []
  readonly #byLabel = new Map<string, Place>()

  /** Begins with what earlier runs of `source` have done. */
  static async load (database: Database, source: string): Promise<Places> {
    const places = new Places()
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
      const place = places.of(label)
      if (kind === null) Object.assign(place, { state: 'deleted' })
      else Object.assign(place, { id, kind, state: modified === null ? 'reserved' : 'written' })
    }
    return places
  }

  /** The place of a label, new when the label is. */
  of (label: string): Place {
    let place = this.#byLabel.get(label)
    if (place === undefined) {
      place = { label, target: -1 - this.#places.length, state: 'absent' }
      this.#places.push(place)
      this.#byLabel.set(label, place)
    }
    return place
  }

  /** The place that a target stands for; undefined when it is the id of a resource. */
  at (target: Target): Place | undefined {
    return target < 0 ? this.#places[-1 - target] : undefined
  }
}
