import { and, eq, sql } from 'drizzle-orm'
import { Scratch, type LabelRow } from '../../../../db/bulk/import/scratch.js'
import { isOneOf } from '../../../../db/query/statements/dialect.js'
import type { Database } from '../../../../db/query/statements/database.js'
import { importedRecord, resource, type ResourceKind } from '../../../../db/tables/index.js'
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
  readonly reference: { property: number, kinds: readonly ResourceKind[] } | undefined
  /** Why a reference cannot be followed. */
  problem: string | undefined
  /** The target of the record of the file that a reference means. */
  alias: Target | undefined
  /** Line of the file that holds the record; undefined as long as the label was only linked to. */
  line: number | undefined
  /** The record on that line has errors and cannot be imported. */
  isSkipped: boolean
  /** Undefined until the record is read, unless an earlier run imported it. */
  kind: ResourceKind | undefined
  id: number | undefined
  /**
   * `absent`: not in the database. `reserved`: a row without `modified` holds the id, because a record that is written
   * already links to it. `written`: imported. `matched`: there, and to be updated by its record. `deleted`: imported by
   * an earlier run and deleted since; it is not imported again.
   */
  state: 'absent' | 'reserved' | 'written' | 'matched' | 'deleted'
  /** Of the record in the file; undefined until it is read. */
  digest: number | undefined
  /** Of the record that an earlier run imported; undefined: there is none, or an earlier version did not note it. */
  earlierDigest: number | undefined
}

/** Whether the record needs no import any more. */
export function isDone ({ state }: LabelEntry): boolean {
  return state === 'written' || state === 'deleted'
}

/** Whether an earlier run has imported another record under the label. */
export function isReplaced (entry: LabelEntry): boolean {
  return isDone(entry) && entry.earlierDigest !== undefined && entry.earlierDigest !== entry.digest
}

/**
 * Bytes of the entries that are at hand, which are about 100,000. When there are more, all of them are stored, and
 * loaded where they are needed again. Most files have fewer, of which none has to be written to the disk.
 */
const MOST_AT_HAND = 32 * 1024 * 1024

/** Bytes of an entry at hand, but for the characters that name it. */
const ENTRY = 300

/** Number of labels that one statement looks up. */
const RECALLED_AT_ONCE = 1000

/**
 * All labels of a source: those of the file, and those that earlier runs imported (table `imported_record`). What
 * earlier runs have made of a label is known after the next `recall`, which looks up many together. Entries may be
 * changed until `flush`, which stores them when there are many; they are then loaded anew where they are needed.
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
  readonly #byValue = new Map<string, LabelEntry>()
  readonly #byTarget = new Map<Target, LabelEntry>()
  /** Bytes of all that is in these. */
  #size = 0
  /** Entries are numbered from 1 in the order in which they are met. */
  #last = 0
  /** Those up to this number are stored, perhaps as they were before they were loaded anew. */
  #stored = 0

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
    return this.#byLabel.get(label) ?? this.#found(0, '', label) ?? this.#new(label)
  }

  /** The entry of a value by which a record is meant: one of the file or, if there is none, one of the database. */
  reference (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry {
    this.referenced.add(property)
    const reference = { property, kinds }
    return this.#byValue.get(valueKey(reference, text)) ?? this.#found(property, kinds.join(), text) ??
      this.#add(newEntry(text, ++this.#last, reference))
  }

  /** The entry that a negative target stands for; undefined when the target is the id of a resource. */
  byTarget (target: Target): LabelEntry | undefined {
    if (target >= 0) return undefined
    const entry = this.#of(target)
    return entry.alias === undefined ? entry : this.byTarget(entry.alias)
  }

  /** The references of the file, some at a time; they may be changed until the next ones are asked for. */
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

  /** Notes a value of a record, by which others may refer to it. */
  identify (property: number, text: string, { target }: LabelEntry): void {
    this.#scratch.identify(property, text, -target)
  }

  /** Records of the file that have a value, at most two. */
  identified (property: number, text: string, kinds: readonly ResourceKind[]): LabelEntry[] {
    // A few more than needed, because some may be of another kind.
    return this.#scratch.identified(property, text, 50)
      .map((number) => this.#of(-number))
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
          label: importedRecord.label,
          id: importedRecord.resourceId,
          digest: importedRecord.digest,
          kind: resource.kind,
          modified: resource.modified
        })
        .from(importedRecord)
        .leftJoin(resource, eq(resource.id, importedRecord.resourceId))
        .where(and(eq(importedRecord.source, this.#source), isOneOf(importedRecord.label, [...entries.keys()])))
      for (const { label, id, digest, kind, modified } of rows) {
        const entry = entries.get(label)!
        entry.earlierDigest = digest ?? undefined
        // It was deleted since.
        if (kind === null) entry.state = 'deleted'
        else Object.assign(entry, { id, kind, state: modified === null ? 'reserved' : 'written' })
      }
    }
  }

  /** Stores the entries when there are many. Who holds one must ask for it again. */
  async flush (): Promise<void> {
    await this.recall()
    if (this.#size < MOST_AT_HAND) return
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

  /** What to say of a record in place of which an earlier run imported another. */
  explainReplaced ({ id, kind, state }: LabelEntry): string {
    const place = state === 'deleted' ? 'deleted since' : `now ${kind!.replace('_', ' ')} ${id!}`
    return `an earlier import of ${this.#source} had other content here (${place}). ` +
      'If this is another file, name it with --source; if the record was changed, update what is there with --update-by'
  }

  close (): void {
    this.#scratch.close()
  }

  /** The entry that is stored under what names it. */
  #found (property: number, kinds: string, text: string): LabelEntry | undefined {
    const row = this.#stored === 0 ? undefined : this.#scratch.find(property, kinds, text)
    return row && this.#loaded(row)
  }

  #of (target: Target): LabelEntry {
    return this.#byTarget.get(target) ?? this.#loaded(this.#scratch.byNumber(-target)!)
  }

  #new (label: string): LabelEntry {
    const entry = this.#add(newEntry(label, ++this.#last, undefined))
    if (!this.#isNew) this.#unrecalled.push(entry)
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
    this.#size += ENTRY + 2 * label.length
    this.#byTarget.set(target, entry)
    if (reference === undefined) this.#byLabel.set(label, entry)
    else this.#byValue.set(valueKey(reference, label), entry)
    return entry
  }
}

/** With all that will be found out, so that those of all records have one shape. */
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

/** What names a value by which a record is meant. */
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
