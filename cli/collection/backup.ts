import type { Command } from 'commander'
import type { BackupProblem } from '../../api/move/backup/backup.js'
import type { ArchiveRotation } from '../../api/move/backup/keep-newest.js'
import type { Manifest } from '../../api/move/backup/manifest.js'
import { formatBytes } from '../../api/move/backup/disk-space.js'
import { wholeNumber } from '../terminal/arguments.js'
import { workAsOwner } from '../terminal/data-owner.js'
import { CommandError } from '../terminal/explain.js'
import { loadSettings } from '../settings/load-settings.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { counted } from '../../api/core/text/nouns.js'

interface Flags { files: boolean, overwrite?: true, keep?: number, data?: string }

/** Archives of each kind that --keep does not count, named in the output. */
const ARCHIVES_SHOWN = 5

const DETAILS = `
An archive contains the database as it was when the command began, exactly the files that it names, the settings in
vitrine.json, and the SHA-256 of all of them. Servers and imports continue meanwhile; files whose media are deleted stay
until the archive contains them. The archive gets its name when it is complete. It contains the whole collection, so only
the user who made it can read it.

The name determines the format: .tar, or .tar.gz, which makes the database smaller, but hardly the pictures. The standard
output (-) gets a .tar. The data folder needs room for a copy of the database.

The keys of a bucket and the password of the first administrator are left out, if they are in vitrine.json. Files in a
bucket are downloaded into the archive, unless you give --no-files.

An archive of a database in PostgreSQL has the same content: all rows, copied as "vitrine migrate" does.

The exit code is 1 if nothing was written. It is also 1 if the collection is damaged, or lacks files that its rows name;
then the archive has what there is, and no older archive is removed. --keep removes only archives of the same
collection, and none if the new one is less than half as large; the exit code is then 1, too.

Examples:
  vitrine backup /backups/museum.tar
  vitrine backup /backups/museum.tar.gz --keep 14        makes museum-2026-11-22T065000Z.tar.gz
  vitrine backup - | ssh other 'cat > museum.tar'
  vitrine check museum.tar
`

/** `vitrine backup`. */
export function addBackup (program: Command): void {
  program.command('backup')
    .description('Write the whole collection into one archive; works whether or not a server is running')
    .argument('<file>', 'Archive to be made: .tar or .tar.gz, or - for the standard output')
    .option('--no-files', 'Leave the stored files out')
    .option('--overwrite', 'Replace the archive if there is one of that name')
    .option('--keep <number>', 'Add the time to the name, and remove all but this many of these archives', wholeNumber())
    .addHelpText('after', DETAILS)
    .action(async (file: string, { files, overwrite, keep, data }: Flags) => {
      const { backup } = await import('../../api/move/backup/backup.js')
      const { keepNewest } = await import('../../api/move/backup/keep-newest.js')
      const isPiped = file === '-'
      if (isPiped && keep !== undefined) throw new CommandError('--keep needs a file, not the standard output.')
      const settings = loadSettings({ data })
      workAsOwner(settings.data)
      const bar = new Progress({ database: 'Copying the database', files: 'Files' }, 'bytes')
      const start = performance.now()
      const say = (text: string): void => { process.stderr.write(text) }
      const summary = await backup({
        settings,
        target: isPiped ? process.stdout : file,
        withFiles: files,
        replace: overwrite === true,
        isStamped: keep !== undefined,
        signal: stopSignal(),
        onPlan: (manifest) => { say(`${contentOf(manifest)}.\n`) },
        onProgress: (progress) => { bar.update(progress) },
        onProblem: (problem) => { say(lineOf(problem)) }
      }).finally(() => { bar.end() })
      const { manifest, problems, file: made } = summary
      const seconds = (performance.now() - start) / 1000
      if (made !== undefined) {
        const omitted = manifest.omitted.length === 0 ? '' : ` Left out: ${manifest.omitted.join(', ')}.`
        process.stdout.write(`${made} was made in ${seconds.toFixed(1)} s.${omitted}\n`)
      }
      if (problems > 0) {
        throw new CommandError(`The archive is complete, but the collection is not: ${counted(problems, 'problem')} (vitrine check).`)
      }
      if (keep === undefined) return
      reportRotation(await keepNewest(file, keep, summary))
    })
}

/** Says which archives were removed, and which stay though there are enough. @throws CommandError */
function reportRotation ({ removed, notOurs, larger }: ArchiveRotation): void {
  for (const file of removed) process.stdout.write(`${file} was removed.\n`)
  const { foreign, unknown, unreadable } = notOurs
  reportLeft(foreign, 'made of another collection')
  reportLeft(unknown, 'made by an older version, which did not note of which collection')
  reportLeft(unreadable, 'damaged, or made by a newer version')
  if (larger === undefined) return
  throw new CommandError(`The new archive (${formatBytes(larger.newBytes)}) is less than half as large as ${larger.file} ` +
    `(${formatBytes(larger.bytes)}), so no archive was removed. Check that nothing is missing from the collection. ` +
    'If nothing is, remove the larger archives yourself.')
}

function reportLeft (files: readonly string[], reason: string): void {
  if (files.length === 0) return
  const names = files.slice(0, ARCHIVES_SHOWN).join(', ') + (files.length > ARCHIVES_SHOWN ? ', …' : '')
  process.stderr.write(`--keep never removes what was ${reason}; remove it yourself when you do not need it: ${names}\n`)
}

/** @example '12.3 MB of database, 340 MB in 1234 files' */
export function contentOf ({ database, files }: Manifest): string {
  const ofFiles = files === null ? 'without files' : `${formatBytes(files.bytes)} in ${counted(files.number, 'file')}`
  return `${formatBytes(database)} of database, ${ofFiles}`
}

function lineOf (problem: BackupProblem): string {
  return problem.trouble === 'damaged'
    ? `damaged   ${problem.message}\n`
    : `${problem.trouble.padEnd(8)}  ${problem.name}  ${problem.owner.type}/${problem.owner.id}\n`
}
