import type { Command } from 'commander'
import type { RecordCheckSummary, RecordFault } from '../../api/move/check/check-records.js'
import type { CheckSummary, FileProblem } from '../../api/files/check.js'
import type { Settings } from '../../api/runtime/settings/settings.js'
import { checkDatabaseIn } from '../../db/engine/data-folder.js'
import { contentOf } from './backup.js'
import { workAsOwner } from '../terminal/data-owner.js'
import { CommandError } from '../terminal/explain.js'
import { FirstMessages } from '../terminal/first-messages.js'
import { Progress } from '../terminal/progress.js'
import { loadSettings } from '../settings/load-settings.js'
import { openArchive } from '../terminal/files.js'
import { withCollection } from '../terminal/with-api.js'
import { counted } from '../../api/core/text/nouns.js'

interface Flags { repair?: true, data?: string }

/** Maximum number of faults of each kind that are printed. */
const FAULTS_SHOWN_MAX = 1000

const DETAILS = `
The command checks the database first: the size of its file, its pages and indexes, and whether all rows that others
refer to exist. If the database is damaged, the command prints a line for each problem and stops: restore a backup.

Then it compares everything that is derived from other data: tables, indexes and triggers with those of this version,
ids with their sequences, values with their data types, keys for comparing and sorting, titles, annotations with their
values, and the search indexes with all texts. It prints a line for each fault: the table, the row, what is wrong, and
what to do.

Then it compares every stored file with the rows that name it, and every original with its checksum. It prints a line
for each file that is

  orphan    stored, but not named by any media or asset
  missing   named, but not stored
  altered   changed since it was stored: its size or SHA-256 differs

PostgreSQL checks its pages, types and references itself. There the command does not compare tables and indexes with
those of this version, and of the full-text index only which resources and pages it contains.

The exit code is 1 if anything is wrong and not repaired. --repair computes derived data again, such as titles, keys and
indexes, and removes orphans. Restore values, and missing or altered files, from a backup.

A server may run meanwhile, and is not delayed: the command reads a snapshot of the database. It ignores files that the
server is storing or removing (noted in tmp/ of the data folder), and texts that wait to be indexed. In a bucket, which
several servers may use, it also ignores orphans younger than an hour.

An archive of "vitrine backup" is verified without unpacking it: every checksum, missing and additional files, and the
database in it.
`

/** `vitrine check`. */
export function addCheck (program: Command): void {
  program.command('check')
    .description('Check the database, and compare the stored files with it; works whether or not a server is running')
    .argument('[archive]', 'Archive of "vitrine backup" to verify instead; - for the standard input')
    .option('--repair', 'Repair what can be computed from the rest, and remove files that no record names')
    .addHelpText('after', DETAILS)
    .action(async (archive: string | undefined, { repair, data }: Flags) => {
      if (archive !== undefined) {
        await checkArchive(archive)
        return
      }
      await checkCollection(loadSettings({ data }), { repair: repair === true })
    })
}

/** Verifies an archive of `vitrine backup`. @throws if it is damaged. */
async function checkArchive (file: string): Promise<void> {
  const { verify } = await import('../../api/move/backup/restore.js')
  const bar = new Progress({ files: 'Verifying' }, 'bytes')
  const source = await openArchive(file)
  const manifest = await verify(source, (done, total) => { bar.update({ phase: 'files', done, total }) })
    .finally(() => { bar.end() })
  process.stdout.write(`The archive of ${manifest.moment} is whole: ${contentOf(manifest)}.\n`)
}

/** Checks a data folder. @throws CommandError when problems remain. */
export async function checkCollection (settings: Settings, { repair = false }: { repair?: boolean }): Promise<void> {
  workAsOwner(settings.data)
  // PostgreSQL checks its own pages; only an SQLite file is checked here.
  if (settings.database === '') {
    checkDatabaseIn(settings.data)
    await checkIntegrity(settings.data)
  }
  const steps = new Progress({}, '')
  const shown = new FirstMessages(FAULTS_SHOWN_MAX, (line) => { steps.print(line, process.stdout) })
  const [records, files] = await withCollection(settings, async (api) => [
    await api.checkRecords({
      repair,
      onStep: (name) => { steps.step(`Checking ${name}`) },
      onFault: (fault) => { shown.add(fault.kind, lineOf(fault)) }
    }).finally(() => {
      steps.end()
      shown.end((kind, hidden) => `${kind.padEnd(11)}  ${hidden} more are not shown.`)
    }),
    await api.checkFiles({ repair, onProblem: print })
  ] as const)
  const left = [remaining(records), remainingFiles(files)].filter((reason) => reason !== undefined)
  if (left.length > 0) throw new CommandError(left.join(' '))
}

/** Checks the pages of the SQLite file. @throws CommandError if they are damaged. */
async function checkIntegrity (data: string): Promise<void> {
  const { checkDatabase } = await import('../../db/sqlite/log/integrity.js')
  const problems = await checkDatabase(data)
  for (const problem of problems) process.stdout.write(`damaged   ${problem}\n`)
  if (problems.length > 0) {
    throw new CommandError('The database is damaged: vitrine.db has to come back from a backup.')
  }
}

function lineOf ({ kind, subject, message, isRepairable, isRepaired }: RecordFault): string {
  const advice = isRepaired
    ? 'Repaired.'
    : isRepairable ? '--repair repairs it.' : 'Restore it from a backup, or enter it again.'
  return `${kind.padEnd(11)}  ${subject}  ${message} ${advice}`
}

function print ({ trouble, name, owner, isRemoved }: FileProblem): void {
  const about = owner === undefined ? '' : `  ${owner.type}/${owner.id}`
  process.stdout.write(`${trouble.padEnd(8)}  ${name}${about}${isRemoved ? '  removed' : ''}\n`)
}

/** Prints a summary of the records. @returns a message if faults remain. */
function remaining ({ faults, repairable, repaired }: RecordCheckSummary): string | undefined {
  if (repaired > 0) process.stdout.write(`${counted(repaired, 'fault')} repaired.\n`)
  const left = repairable - repaired
  const lost = faults - repairable
  return [
    ...(left > 0 ? [`${counted(left, 'fault')} to be repaired with --repair.`] : []),
    ...(lost > 0 ? [`${counted(lost, 'fault')} that cannot be repaired: restore a backup, or enter the data again.`] : [])
  ].join(' ') || undefined
}

/** Prints a summary of the files. @returns a message if files are missing, altered or orphaned. */
function remainingFiles ({ files, owners, orphans, missing, altered, removed }: CheckSummary): string | undefined {
  process.stdout.write(
    `${counted(files, 'file')} of ${owners} media and assets: ` +
    `${counted(orphans, 'orphan')}, ${missing} missing, ${altered} altered.\n`
  )
  if (removed > 0) process.stdout.write(`${counted(removed, 'orphan')} removed.\n`)
  const lost = missing + altered
  if (lost > 0) return `${counted(lost, 'file')} to be restored from a backup.`
  if (orphans <= removed) return undefined
  return removed > 0
    ? `${counted(orphans - removed, 'orphan')} too young to be removed.`
    : `${counted(orphans, 'orphan')} to be removed with --repair.`
}
