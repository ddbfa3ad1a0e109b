import type { Snapshot as DatabaseSnapshot } from '../../../../db/engine/engine.js'
import { loadTerms } from '../../../../db/query/statements/terms.js'
import { ResourceTypes } from '../../../access/resource-types.js'
import { BUILT_IN, BUILT_IN_TYPES } from '../../../resources/built-in.js'
import type { ReadContext } from '../../../resources/definition/read-context.js'
import type { ResourceType } from '../../../resources/definition/resource-type.js'
import { DataTypes } from '../../../values/data-types.js'
import type { SentContext } from './task.js'

/** What an application may have added, for exports in its own thread. */
export type Known = Pick<ReadContext, 'dataTypes' | 'types' | 'listeners'> & {
  readonly definitions: ReadonlyMap<string, ResourceType>
}

/** What every collection has without an application. */
export function builtIn (): Known {
  return {
    dataTypes: new DataTypes(), types: new ResourceTypes(BUILT_IN_TYPES), listeners: undefined, definitions: BUILT_IN
  }
}

/**
 * A snapshot of the collection: a connection of its own with an open read transaction. While it is open, the
 * write-ahead log cannot be truncated and grows with every write, so it must not stay open without a limit.
 */
export class Snapshot {
  readonly context: ReadContext
  readonly definitions: ReadonlyMap<string, ResourceType>
  readonly moment = new Date()
  readonly #opened: DatabaseSnapshot

  private constructor (opened: DatabaseSnapshot, context: ReadContext, { definitions }: Known) {
    this.#opened = opened
    this.context = context
    this.definitions = definitions
  }

  static async open (opened: DatabaseSnapshot, sent: SentContext, known: Known): Promise<Snapshot> {
    try {
      // The snapshot begins at the transaction's first read.
      const terms = await loadTerms(opened.database, 0)
      return new Snapshot(opened, { ...sent, ...known, database: opened.database, terms }, known)
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  async close (): Promise<void> {
    await this.#opened.close()
  }
}
