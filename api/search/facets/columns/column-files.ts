import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { threadId } from 'node:worker_threads'
import { DefaultDeserializer, serialize } from 'node:v8'
import type { LogPlace } from '../../../../db/query/text/log-places.js'
import { Column } from './column.js'
import type { ColumnState } from './column-parts.js'
import { LabelOrder, type LabelOrderState } from './label-order.js'

declare module 'v8' {
  interface DefaultDeserializer {
    /** Part of Node's API, which its types lack. */
    _readHostObject (): ArrayBufferView
  }
}

/** To be raised when anything else is written, or means something else. */
const FORMAT = 6

interface Stored {
  readonly format: number
  readonly place: LogPlace
  readonly column: ColumnState
  readonly order: LabelOrderState | undefined
}

/** A column as it was at a place in the log of changes, or later. */
export interface StoredColumn {
  readonly place: LogPlace
  readonly column: Column
  readonly order: LabelOrder | undefined
}

/**
 * Columns in files beside the database, a file for each, so that they need not be made from all values at each start.
 * Whoever removes one loses nothing but time.
 */
export class ColumnFiles {
  readonly #folder: string

  constructor (folder: string) {
    this.#folder = folder
  }

  /** @returns undefined when there is none that this version can read. */
  read (counted: number): StoredColumn | undefined {
    try {
      const { format, place, column, order } = deserialized(readFileSync(this.#fileOf(counted))) as Stored
      if (format !== FORMAT) return undefined
      return { place, column: Column.of(column), order: order && LabelOrder.of(order) }
    } catch {
      return undefined
    }
  }

  /** Does nothing where files cannot be written. */
  write (counted: number, { place, column, order }: StoredColumn): void {
    const file = this.#fileOf(counted)
    const part = `${file}.${process.pid}-${threadId}`
    const ready = order?.isReady === true ? order.state : undefined
    const stored: Stored = { format: FORMAT, place, column: column.state, order: ready }
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      writeFileSync(part, serialize(stored), { mode: 0o600 })
      renameSync(part, file)
    } catch {
      rmSync(part, { force: true })
    }
  }

  #fileOf (counted: number): string {
    return path.join(this.#folder, `${counted}.column`)
  }
}

/** Gives every array memory of its own: as Node makes them, some are views of all the bytes, which they keep. */
class OwningDeserializer extends DefaultDeserializer {
  override _readHostObject (): ArrayBufferView {
    const view = super._readHostObject() as Uint8Array
    return view.byteLength === view.buffer.byteLength ? view : view.slice()
  }
}

function deserialized (bytes: Buffer): unknown {
  const deserializer = new OwningDeserializer(bytes)
  deserializer.readHeader()
  return deserializer.readValue()
}
