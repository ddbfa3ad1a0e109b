import type { Command } from 'commander'
import type { MigrationSummary } from '../../api/move/migrate/migrate.js'
import { isAddress } from '../../db/engine/address.js'
import { workAsOwner } from '../terminal/data-owner.js'
import { CommandError } from '../terminal/explain.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { counted } from '../../api/core/text/nouns.js'

interface Flags { from: string, to: string, replaceNul?: true }

const DETAILS = `
A place is a data folder, or the address of a database in PostgreSQL. The new place must be empty: a folder without
vitrine.db, or a new database (createdb). Ids, accounts, keys, sessions, jobs, webhooks and the change feed do not
change, so harvesters and mirrors continue where they were. Stored files are not copied.

The command copies a snapshot of the old database, then reads all copied rows and compares them, before the new database
can be opened. If it is interrupted, run it again: it continues. Servers may run on the old database meanwhile. The
command then says so at the end, and exits with 1: stop the servers, and run it again to copy what has changed.

The old database does not change. Both must be of this version; "vitrine check" upgrades an older one.

PostgreSQL cannot store the character U+0000 in texts. If rows contain it, the command lists them and copies nothing.
With --replace-nul it replaces the character with U+FFFD, and lists the rows, too; "vitrine check --repair" then updates
what is derived from these texts.

Examples:
  vitrine migrate --from ./data --to postgres://vitrine:secret@localhost/museum
  vitrine serve --data ./data --database postgres://vitrine:secret@localhost/museum
  vitrine migrate --from postgres://vitrine:secret@localhost/museum --to ./data2
`

/** `vitrine migrate`. */
export function addMigrate (program: Command): void {
  program.command('migrate')
    .description('Copy the collection from one database into another: from SQLite to PostgreSQL, and back')
    .requiredOption('--from <place>', 'Data folder, or address of the database (postgres://…)')
    .requiredOption('--to <place>', 'Data folder, or address of an empty database')
    .option('--replace-nul', 'Replace U+0000 by U+FFFD where the new database cannot store it')
    .addHelpText('after', DETAILS)
    .action(async ({ from, to, replaceNul }: Flags) => {
      for (const place of [to, from]) if (!isAddress(place)) workAsOwner(place)
      const { migrate } = await import('../../api/move/migrate/migrate.js')
      const bar = new Progress({ copy: 'Copying', verify: 'Comparing', index: 'Indexing texts' }, 'rows')
      const start = performance.now()
      const summary = await migrate({
        from,
        to,
        replacesNul: replaceNul === true,
        signal: stopSignal(new CommandError('Stopped. The same command again goes on.')),
        onProgress: (progress) => { bar.update(progress) },
        onStep: (name) => { bar.step(`Making ${name}`) }
      }).finally(() => { bar.end() })
      report(summary, (performance.now() - start) / 1000)
    })
}

/** Prints a summary. @throws CommandError if a server prevented the migration from finishing. */
function report ({ from, to, tables, written, replaced, digest, hindrance }: MigrationSummary, seconds: number): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const count = (name: string): string => counted(tables.find((table) => table.name === name)!.rows, name)
  for (const name of replaced) process.stdout.write(`replaced  ${name}: U+0000 is U+FFFD in ${to} now.\n`)
  process.stdout.write(`${from} and ${to} agree in ${counted(rows, 'row')} (${count('resource')}, ${count('value')}); ` +
    `${written} written in ${seconds.toFixed(1)} s. SHA-256 ${digest}\n`)
  if (hindrance === undefined) return
  throw new CommandError(`${hindrance} The copy may be out of date and cannot be opened yet. ` +
    'Stop what uses the old database, then run the same command again: it copies only what has changed.')
}
