import type { Database } from '../../../db/query/statements/database.js'
import { connect } from '../../../db/sqlite/connection/connection.js'
import type { Store } from '../../../db/open/store.js'
import { loadTerms } from '../../../db/query/statements/terms.js'
import { Turns } from '../../core/sequence/turns.js'
import type { DataTypes } from '../../values/data-types.js'
import type { Check, CheckContext, Fault } from './fault.js'
import type { FileCheck } from './file-check.js'
import { documentCheck, indexCheck } from './indexes.js'
import { ANNOTATION, annotationCheck, kindCheck } from './kinds.js'
import { columnCheck, schemaCheck } from './schema.js'
import { sequenceCheck } from './sequences.js'
import { settingCheck } from './settings.js'
import { tableKeyCheck } from './table-keys.js'
import { titleCheck } from './titles.js'
import { valueCheck } from './values.js'

/**
 * The schema is first, because without its triggers other data may be wrong. Indexes are last, because they contain
 * data that the other checks repair.
 */
const FILE_CHECKS: ReadonlyArray<FileCheck> = [
  schemaCheck, sequenceCheck, columnCheck, settingCheck, kindCheck, annotationCheck, tableKeyCheck, valueCheck,
  titleCheck, indexCheck
]

/** Checks for a database server, which itself ensures column types and trigram indexes. */
const CHECKS: readonly Check[] = [
  sequenceCheck, settingCheck, kindCheck, annotationCheck, tableKeyCheck, valueCheck, titleCheck, documentCheck
]

const REPAIRS_PER_TRANSACTION = 100

export interface RecordFault extends Omit<Fault, 'repair'> {
  /** Whether `repair` can repair it, and whether it has. */
  isRepairable: boolean
  isRepaired: boolean
}

export interface RecordCheckOptions {
  /** Recompute what can be recomputed. */
  repair?: boolean
  onFault?: (fault: RecordFault) => void
  /** Called with the name of the next check. */
  onStep?: (name: string) => void
}

export interface RecordCheckSummary { faults: number, repairable: number, repaired: number }

/**
 * Checks redundant data: titles, keys and indexes against values, rows against other tables, sequences against ids. It
 * reads a snapshot, so that writers do not wait and cause no false alarms.
 */
export async function checkRecords (
  store: Store,
  { dataTypes, textOfMedia }: { dataTypes: DataTypes, textOfMedia: CheckContext['textOfMedia'] },
  { repair = false, onFault, onStep }: RecordCheckOptions = {}
): Promise<RecordCheckSummary> {
  const summary: RecordCheckSummary = { faults: 0, repairable: 0, repaired: 0 }
  const turns = new Turns()

  let hasFalseAnnotations = false

  function report ({ repair, ...fault }: Fault, isRepaired: boolean): void {
    summary.faults++
    if (repair !== undefined) summary.repairable++
    if (isRepaired) summary.repaired++
    else if (fault.kind === ANNOTATION) hasFalseAnnotations = true
    onFault?.({ ...fault, isRepairable: repair !== undefined, isRepaired })
  }

  async function mendAll (faults: Fault[]): Promise<void> {
    if (faults.length === 0) return
    await store.write(async (database) => {
      for (const { repair } of faults) await repair!(database)
    })
    for (const fault of faults.splice(0)) report(fault, true)
  }

  async function run<C extends CheckContext> (checks: ReadonlyArray<Check<C>>, context: C): Promise<void> {
    for (const check of checks) {
      onStep?.(check.name)
      if (check.name === indexCheck.name && hasFalseAnnotations) {
        // Texts of annotations are part of the resources that they annotate, in a damaged database perhaps of
        // themselves.
        const message = 'They cannot be checked before the annotations are right.'
        report({ kind: 'index', subject: check.name, message }, false)
        continue
      }
      const waiting: Fault[] = []
      for await (const fault of turns.each(check.faults(context))) {
        if (!repair || fault.repair === undefined) report(fault, false)
        else if (waiting.push(fault) === REPAIRS_PER_TRANSACTION) await mendAll(waiting)
      }
      await mendAll(waiting)
    }
  }

  const common = async (database: Database): Promise<CheckContext> =>
    ({ database, terms: await loadTerms(database, 0, undefined), dataTypes, textOfMedia })

  if (store.engine.file === undefined) {
    const snapshot = await store.engine.snapshot()
    await run(CHECKS, await common(snapshot.database)).finally(async () => { await snapshot.close() })
    return summary
  }
  const snapshot = connect(store.engine.file, { isReadOnly: true })
  try {
    snapshot.driver.exec('BEGIN')
    await run(FILE_CHECKS, { ...await common(snapshot.database), snapshot })
    return summary
  } finally {
    snapshot.driver.close()
  }
}
