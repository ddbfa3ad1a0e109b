import { and, eq, sql } from 'drizzle-orm'
import { Scratch, type LabelRow } from '../../db/import/scratch.js'
import { isOneOf } from '../../db/words.js'
import type { Database } from '../../db/database.js'
import { importedRecord, resource, type ResourceKind } from '../../db/tables/index.js'
import type { Target } from './record.js'

/** In place of a property, for references by title. */
export const TITLE = -1

/** What is known about a label (`@id`) of the file, or about a value by which the file refers to a record. */
export interface LabelEntry {
  /** The label, or the value. */
  readonly label: string
  /** Stands for the record until it has an id: negative, so that it cannot be mistaken for one. */
  readonly target: Target
  /** For a reference by a value: the property, or TITLE, and the kinds of resource that may be meant. */
  readonly reference?: { property: number, kinds: readonly ResourceKind[] }
  /** Why a reference cannot be followed. */
  problem?: string
  /** The target of the record of the file that a reference means. */
  alias?: Target
  /** Line of the file that holds the record; undefined as long as the label was only linked to. */
  line?: number
  /** The record on that line has errors and cannot be imported. */
  isSkipped?: boolean
  /** Undefined until the record is read, unless an earlier run imported it. */
  kind?: ResourceKind
  id?: number
  /**
   * `absent`: not in the database. `reserved`: a row without `modified` holds the id, because a record that is written
   * already links to it. `written`: imported. `matched`: there, and to be updated by its record. `deleted`: imported by
   * an earlier run and deleted since; it is not imported again.
   */
  state: 'absent' | 'reserved' | 'written' | 'matched' | 'deleted'
}

/** Whether the record needs no import any more. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** Entries that stay at hand after they are stored: many records of a file link to the same. */
const MOST_AT_HAND = 10_000

/** Number of labels that one statement looks up. */
const RECALLED_AT_ONCE = 1000

/**
 * All labels of a source: those of the file, and those that earlier runs imported (table `imported_record`). What
 * earlier runs have made of a label is known after the next `recall`, which looks up many together. Entries may be
 * changed until `flush`, which stores them; they are then loaded anew where they are needed.
 */
export class Labels {
  readonly #scratch: Scratch
  readonly #database: Database
  readonly #source: string
  /** Whether no earlier run has imported anything of the source. */
  readonly #isNew: boolean
  /** Entries of labels that were met since the last `recall`. */
  readonly #unrecalled: LabelEntry[] = []
  /** Properties by whose values records are meant. */
  readonly referenced = new Set<number>()
  readonly #byLabel = new Map<string, LabelEntry>()
  readonly #byTarget = new Map<Target, LabelEntry>()
  /** Those that were asked for since the last `flush`: only they may have changed. */
  readonly #asked = new Set<LabelEntry>()
  /** What is stored of the entries at hand. */
  readonly #stored = new Map<Target, LabelRow>()

  private constructor (database: Database, source: string, isNew: boolean, file: string) {
    this.#database = database
    this.#source = source
    this.#isNew = isNew
    this.#scratch = new Scratch(file)
  }

  /** @param source under which earlier runs stored their labels. @param file path for a temporary database. */
  static async open (database: Database, source: string, file: string): Promise<Labels> {
    const known = await database.select({ one: sql`1` }).from(importedRecord)
      .where(eq(importedRecord.source, source)).limit(1)
    return new Labels(database, source, known.length === 0, file)
  }

  /** The entry of a label; creates one for a new label, which is incomplete until `recall`. */
  of (label: string): LabelEntry {
    const entry = this.#byLabel.get(label)
    return entry === undefined ? this.#entry(label, 0, '') : this.#given(entry)
  }

  /** The entry of a value by which a record is meant: one of the file or, if there is none, one of the database. */
  reference (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry {
    this.referenced.add(property)
    return this.#entry(text, property, kinds.join())
  }

  /** The entry that a negative target stands for; undefined when the target is the id of a resource. */
  byTarget (target: Target): LabelEntry | undefined {
    if (target >= 0) return undefined
    const entry = this.#atHand(target) ?? this.#loaded(this.#scratch.byNumber(-target))
    return entry?.alias === undefined ? entry : this.byTarget(entry.alias)
  }

  /** The references of the file, some at a time; they may be changed until the next ones are asked for. */
  async * references (): AsyncGenerator<LabelEntry[]> {
    for (let rows = this.#references(0); rows.length > 0; rows = this.#references(rows.at(-1)!.number)) {
      yield rows.map((row) => this.#atHand(-row.number) ?? this.#loaded(row)!)
      await this.flush()
    }
  }

  #references (after: number): LabelRow[] {
    return this.#scratch.valuesAfter(after, 1000)
  }

  /** Notes a value of a record, by which others may refer to it. */
  identify (property: number, text: string, { target }: LabelEntry): void {
    this.#scratch.identify(property, text, -target)
  }

  /** Records of the file that have a value, at most two. */
  identified (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry[] {
    // A few more than needed, because some may be of another kind.
    return this.#scratch.identified(property, text, 50)
      .map((row) => this.#atHand(-row.number) ?? this.#loaded(row)!)
      .filter(({ kind }) => kind !== undefined && kinds.includes(kind))
      .slice(0, 2)
  }

  /** Some of the values that are noted of a property. */
  identifiers (property: number, limit: number): string[] {
    return this.#scratch.identifiers(property, limit)
  }

  /** Notes a link that is to be checked when all records are known. */
  link (line: number, target: Target, kinds: readonly ResourceKind[]): void {
    this.#scratch.link(line, target, kinds.join())
  }

  /** The noted links, some at a time. */
  async * links (): AsyncGenerator<Array<{ line: number, target: Target, kinds: ResourceKind[] }>> {
    for (let rows = this.#scratch.linksAfter(0, 1000); rows.length > 0;) {
      yield rows.map(({ line, target, kinds }) => ({ line, target, kinds: kinds.split(',') as ResourceKind[] }))
      await this.flush()
      rows = this.#scratch.linksAfter(rows.at(-1)!.number, 1000)
    }
  }

  /** Finds out what earlier runs have made of the labels that are new to this one. */
  async recall (): Promise<void> {
    while (this.#unrecalled.length > 0) {
      const entries = new Map(this.#unrecalled.splice(0, RECALLED_AT_ONCE).map((entry) => [entry.label, entry]))
      const rows = await this.#database
        .select({
          label: importedRecord.label, id: importedRecord.resourceId, kind: resource.kind, modified: resource.modified
        })
        .from(importedRecord)
        .leftJoin(resource, eq(resource.id, importedRecord.resourceId))
        .where(and(eq(importedRecord.source, this.#source), isOneOf(importedRecord.label, [...entries.keys()])))
      for (const { label, id, kind, modified } of rows) {
        const entry = entries.get(label)!
        // It was deleted since.
        if (kind === null) entry.state = 'deleted'
        else Object.assign(entry, { id, kind, state: modified === null ? 'reserved' : 'written' })
      }
    }
  }

  /** Stores the entries that have changed. Who holds one must ask for it again. */
  async flush (): Promise<void> {
    await this.recall()
    for (const entry of this.#asked) {
      const row = rowOf(entry)
      if (isSame(row, this.#stored.get(entry.target)!)) continue
      this.#scratch.save(row)
      this.#stored.set(entry.target, row)
    }
    this.#asked.clear()
    if (this.#byTarget.size < MOST_AT_HAND) return
    for (const entries of [this.#byTarget, this.#byLabel, this.#stored]) entries.clear()
  }

  close (): void {
    this.#scratch.close()
  }

  #entry (text: string, property: number, kinds: string): LabelEntry {
    const found = this.#scratch.find(property, kinds, text)
    if (found !== undefined) return this.#atHand(-found.number) ?? this.#loaded(found)!
    const entry = this.#add(entryOf(this.#scratch.add(property, kinds, text), property, kinds, text, 'absent'))
    this.#stored.set(entry.target, rowOf(entry))
    if (property === 0 && !this.#isNew) this.#unrecalled.push(entry)
    return entry
  }

  #loaded (row: LabelRow | undefined): LabelEntry | undefined {
    if (row === undefined) return undefined
    const { number, property, kinds, text, line, is_skipped: isSkipped, kind, id, alias, problem } = row
    const entry = entryOf(number, property, kinds, text, row.state as LabelEntry['state'])
    if (line !== null) entry.line = line
    if (isSkipped === 1) entry.isSkipped = true
    if (kind !== null) entry.kind = kind as ResourceKind
    if (id !== null) entry.id = id
    if (alias !== null) entry.alias = alias
    if (problem !== null) entry.problem = problem
    this.#stored.set(entry.target, row)
    return this.#add(entry)
  }

  #add (entry: LabelEntry): LabelEntry {
    this.#byTarget.set(entry.target, entry)
    if (entry.reference === undefined) this.#byLabel.set(entry.label, entry)
    return this.#given(entry)
  }

  #atHand (target: Target): LabelEntry | undefined {
    const entry = this.#byTarget.get(target)
    return entry === undefined ? undefined : this.#given(entry)
  }

  #given (entry: LabelEntry): LabelEntry {
    this.#asked.add(entry)
    return entry
  }
}

function entryOf (
  number: number, property: number, kinds: string, label: string, state: LabelEntry['state']
): LabelEntry {
  const entry = { label, target: -number, state }
  return property === 0 ? entry : { ...entry, reference: { property, kinds: kinds.split(',') as ResourceKind[] } }
}

/** Whether nothing was found out since; what names an entry never changes. */
function isSame (row: LabelRow, stored: LabelRow): boolean {
  return row.state === stored.state && row.id === stored.id && row.line === stored.line && row.kind === stored.kind &&
    row.is_skipped === stored.is_skipped && row.alias === stored.alias && row.problem === stored.problem
}

function rowOf ({ label, target, reference, line, isSkipped, kind, id, state, alias, problem }: LabelEntry): LabelRow {
  return {
    number: -target,
    property: reference?.property ?? 0,
    kinds: reference?.kinds.join() ?? '',
    text: label,
    line: line ?? null,
    is_skipped: isSkipped === true ? 1 : null,
    kind: kind ?? null,
    id: id ?? null,
    state,
    alias: alias ?? null,
    problem: problem ?? null
  }
}
