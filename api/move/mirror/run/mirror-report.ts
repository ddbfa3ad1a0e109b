import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TransferCounts } from '../../collection/plan/report.js'
import { linesOf as transferredLines } from '../../collection/transferrer.js'
import type { LeftOut } from './mirror.js'

/** Records of one type: new, changed and deleted ones of this run, and the number in the source. */
export interface TypeCounts { resource: string, new: number, changed: number, gone: number, known: number }

/** A record or member that was not imported, or imported differently. */
export interface Trouble { resource: string | null, id: number | null, reason: string }

export interface MirrorSummary {
  /** URL of the source's API. */
  source: string
  /** The source's version. */
  version: string | null
  level: string
  counts: TypeCounts[]
  /** Outcomes of the transferred records, by type. */
  transferred: TransferCounts
  /** Numbers of values that were converted to texts, URIs or links, by their unknown data type. */
  converted: Readonly<Record<string, number>>
  leftOut: LeftOut[]
  /** Number of fetched files. */
  files: number
  troubles: number
  requests: number
  /** Duration in seconds. */
  seconds: number
  /** Path of the full report; null when it was not written. */
  report: string | null
}

/** Writes a report into the folder of a mirror: the summary, then one line per trouble. @returns its path. */
export async function writeReport (
  folder: string, summary: MirrorSummary, troubles: Iterable<Trouble>
): Promise<string> {
  const moment = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
  const report = path.join(folder, `report-${moment}.ndjson`)
  const lines = function * (): Generator<string> {
    yield `${JSON.stringify({ ...summary, report })}\n`
    for (const trouble of troubles) yield `${JSON.stringify(trouble)}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(report, { mode: 0o600 }))
  return report
}

/** A summary as lines of text. */
export function linesOf (
  { source, transferred, converted, leftOut, files, troubles, report }: MirrorSummary
): string[] {
  const rows = transferredLines({ counts: transferred })
  const conflicts = Object.values(transferred).reduce((sum, counts) => sum + counts.conflicts, 0)
  return [
    ...rows.length === 0 ? [`Nothing has changed at ${source}.`] : rows,
    ...conflicts > 0
      ? [`${conflicts} records stay as they were changed or deleted here; --overwrite brings what the source has`]
      : [],
    ...files > 0 ? [`${files} files fetched`] : [],
    ...Object.entries(converted).map(([name, count]) =>
      `data type ${name}: unknown here, ${count} values became texts, addresses or links`),
    ...leftOut.map(({ resource, records, reason }) =>
      `${resource}: ${records === null ? '' : `${records} records `}left out: ${reason.replace(/\.$/, '')}`),
    ...troubles > 0 ? [`${troubles} things could not come, or came otherwise than they are there`] : [],
    ...report === null ? [] : [`The whole report is in ${report}`]
  ]
}
