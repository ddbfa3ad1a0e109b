import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SpoolCounts } from '../../../../db/bulk/mirror-spool.js'
import type { TransferCounts } from '../../collection/plan/report.js'
import { linesOf as transferredLines } from '../../collection/transferrer.js'
import type { Problem } from '../../pipeline/problems.js'
import type { LeftOut } from './mirror.js'
import { counted } from '../../../core/text/nouns.js'

export interface MirrorSummary {
  /** URL of the source's API. */
  source: string
  /** The source's version. */
  version: string | null
  level: string
  /** Records by type: new, changed and deleted ones of this run, and the number in the source. */
  counts: SpoolCounts[]
  /** Outcomes of the transferred records, by type. */
  transferred: TransferCounts
  /** Numbers of values that were converted to texts, URIs or links, by their unknown data type. */
  converted: Readonly<Record<string, number>>
  leftOut: LeftOut[]
  /** Number of fetched files. */
  files: number
  /** Number of problems: what was not imported, or differently. */
  problems: number
  requests: number
  /** Duration in seconds. */
  seconds: number
  /** Path of the full report. */
  report: string
}

/** Writes a report into the folder of a mirror: the summary, then one line per problem. */
export async function writeReport (
  folder: string, facts: Omit<MirrorSummary, 'report'>, problems: Iterable<Problem>
): Promise<MirrorSummary> {
  const moment = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
  const summary = { ...facts, report: path.join(folder, `report-${moment}.ndjson`) }
  const lines = function * (): Generator<string> {
    yield `${JSON.stringify(summary)}\n`
    for (const problem of problems) yield `${JSON.stringify(problem)}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(summary.report, { mode: 0o600 }))
  return summary
}

/** A summary as lines of text. */
export function linesOf (
  { source, transferred, converted, leftOut, files, problems, report }: MirrorSummary
): string[] {
  const rows = transferredLines({ counts: transferred })
  const conflicts = Object.values(transferred).reduce((sum, counts) => sum + counts.conflicts, 0)
  return [
    ...rows.length === 0 ? [`Nothing has changed at ${source}.`] : rows,
    ...conflicts > 0
      ? [`${counted(conflicts, 'record')} left as changed or deleted here; with the option overwrite the source replaces them`]
      : [],
    ...files > 0 ? [`${counted(files, 'file')} fetched`] : [],
    ...Object.entries(converted).map(([name, count]) =>
      `data type ${name}: unknown here, ${counted(count, 'value')} became text, address or link`),
    ...leftOut.map(({ resource, records, reason }) =>
      `${resource}: ${records === null ? '' : `${counted(records, 'record')} `}left out: ${reason.replace(/\.$/, '')}`),
    ...problems > 0 ? [`${counted(problems, 'problem')}: records or parts of them were not imported, or were changed`] : [],
    `The whole report is in ${report}`
  ]
}
