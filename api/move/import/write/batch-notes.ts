import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../../db/query/statements/database.js'
import { insertRows } from '../../../../db/query/statements/insert-rows.js'
import { importChange, importedRecord } from '../../../../db/tables/index.js'

/**
 * What an import stores about a batch besides its resources: labels, by which it is resumed, and the ids of what it has
 * created, by which it is undone.
 */
export class BatchNotes {
  readonly imported: Array<typeof importedRecord.$inferInsert> = []
  /** Records whose stored digest must be updated. */
  readonly digests: Array<{ label: string, digest: number }> = []
  /** Labels of records that no longer exist. */
  readonly lostLabels: string[] = []
  /** Ids of the new resources, without annotations and media of new items, which are deleted with them. */
  readonly made: number[] = []
  /** Ids of resources whose placeholder may be of another job. */
  readonly filled: number[] = []

  /** @param source the name under which labels are stored. @param jobId undefined: the import cannot be undone. */
  constructor (private readonly source: string, private readonly jobId: number | undefined) {}

  /** Call it before the resources are written: a label may get another resource. */
  async forgetLost (database: Database): Promise<void> {
    if (this.lostLabels.length === 0) return
    await database.delete(importedRecord)
      .where(and(eq(importedRecord.source, this.source), inArray(importedRecord.label, this.lostLabels)))
  }

  /** Call it after the resources are written. */
  async write (database: Database): Promise<void> {
    const { source, jobId } = this
    await insertRows(database, importedRecord, this.imported)
    for (const { label, digest } of this.digests) {
      await database.update(importedRecord).set({ digest })
        .where(and(eq(importedRecord.source, source), eq(importedRecord.label, label)))
    }
    if (jobId === undefined) return
    await insertRows(database, importChange, this.made.map((resourceId) => ({ jobId, resourceId })))
    for (const resourceId of this.filled) {
      await database.insert(importChange).values({ jobId, resourceId }).onConflictDoNothing()
    }
  }
}
