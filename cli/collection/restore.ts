import type { Command } from 'commander'
import { contentOf } from './backup.js'
import { checkCollection } from './check.js'
import { loadSettings } from '../settings/load-settings.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { workAsOwner } from '../terminal/data-owner.js'
import { CommandError } from '../terminal/explain.js'
import { openArchive } from '../terminal/files.js'

interface Flags { force?: true, data?: string }

const DETAILS = `
The data folder must be new or empty. With --force, a folder with content is renamed, and never removed. The folder
becomes a collection when everything in the archive is verified and on the disk. An archive that is damaged or
incomplete, or that a newer version made, is refused; then there is no collection. Afterwards the collection is checked,
like "vitrine check" does.

The command names secret settings, which the archive does not contain: give them again in vitrine.json or the
environment. Files from a bucket are in files/ of the data folder afterwards, and are served from there.

A collection from PostgreSQL is restored into a data folder, too. To copy it into PostgreSQL again, run
"vitrine migrate --from <folder> --to postgres://…".

Examples:
  vitrine restore museum.tar --data /srv/museum
  ssh other cat museum.tar | vitrine restore - --data /srv/museum
`

/** `vitrine restore`. */
export function addRestore (program: Command): void {
  program.command('restore')
    .description('Make a data folder from an archive of "vitrine backup"')
    .argument('<file>', 'Archive, or - for the standard input')
    .option('--force', 'Rename a folder that is not empty')
    .addHelpText('after', DETAILS)
    .action(async (file: string, { force, data }: Flags) => {
      const { restore } = await import('../../api/move/backup/restore.js')
      const folder = loadSettings({ data }).data
      const bar = new Progress({ files: 'Restoring' }, 'bytes')
      const start = performance.now()
      // Opened while still root: `workAsOwner` switches to the owner of the folder, who may not be able to read the
      // archive.
      const source = await openArchive(file)
      workAsOwner(folder)
      const { manifest, aside } = await restore({
        source,
        folder,
        moveAside: force === true,
        signal: stopSignal(),
        onPlan: (manifest) => {
          process.stderr.write(`Backup of ${manifest.moment}: ${contentOf(manifest)}.\n`)
        },
        onProgress: (done, total) => { bar.update({ phase: 'files', done, total }) }
      }).finally(() => { bar.end() })
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      if (aside !== undefined) process.stdout.write(`What was in ${folder} is in ${aside} now.\n`)
      process.stdout.write(`${folder} was restored in ${seconds} s, as of ${manifest.moment}.\n`)
      if (manifest.omitted.length > 0) {
        process.stdout.write(`Settings that the archive leaves out: ${manifest.omitted.join(', ')}.\n`)
      }
      if (manifest.files === null) {
        throw new CommandError('The archive holds no files: put them back, then run "vitrine check".')
      }
      // Check the restored folder, not the bucket or the PostgreSQL database that the environment may name.
      await checkCollection({ ...loadSettings({ data }), database: '', s3Endpoint: '', filesAddress: '' }, {})
    })
}
