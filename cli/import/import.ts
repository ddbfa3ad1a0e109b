import { InvalidArgumentError, type Command } from 'commander'
import type { ImportFlags } from './import-kind.js'
import { kindOf, KINDS } from './import-kinds.js'
import { settingOption } from '../settings/setting-option.js'
import { withFile } from './standard-input.js'

const DETAILS = `
A file of records has one JSON-LD object on each line. Its keys are terms, "@type" holds o:Item or o:ItemSet and a
class, "@id" is a label by which other lines, earlier or later, point to it:

  {"@id":"_:set","@type":"o:ItemSet","dcterms:title":[{"type":"literal","@value":"Prints"}]}
  {"@id":"_:a","@type":["o:Item","dctype:StillImage"],"o:item_set":[{"@id":"_:set"}],
   "dcterms:title":[{"type":"literal","@value":"Nocturne"}],
   "dcterms:isVersionOf":[{"type":"resource:item","value_resource_id":"_:b"}],
   "o:media":[{"o:ingester":"upload","file":"pictures/nocturne.jpg"}]}                (all on one line)

The whole file is checked first. If a record is wrong, its line and the reason are printed, nothing is written, and the
exit code is 1; with --continue-on-error the other records are imported (the exit code is 1 all the same). Single values
that are not valid are left out with a warning.

Of a table (CSV, TSV, XLSX, ODS) it is guessed from the headers and first rows what its columns are. The guess is shown,
and a terminal is asked whether it is right; --save-mapping writes it into a file that can be edited and given with
--mapping. Problems name the row and the column. In a folder of a table and pictures, a column names the files, or they
are named after the identifiers of the rows: 1234.jpg, 1234_2.jpg.

An import is a job: "vitrine job" and /api/jobs show how far it has come, and stop it, as Ctrl-C does. One that was
broken off, even by kill -9, goes on when it is run again or a server is started on the data folder. Imported records
are noted under the name of the file (without folder and .gz; --source changes it) and the label or, without one, the
line of the record. So nothing is imported twice, and a corrected or longer file brings in what was missing. Records
that are there already are not changed, unless --update-by says how to find what they update. "vitrine job list" shows
the number of an import's job, by which it can be undone as a whole.

The standard input (-) is read to its end into a temporary file (in TMPDIR) first. What it is, its first bytes say; what
has no mark of its own, is a table (CSV). --format says otherwise. --source names it, for later runs (default: stdin),
and --files names the folder of files that its records bring along.

Examples:
  vitrine import collection.ndjson.gz --dry-run
  ssh other cat objects.csv | vitrine import - --yes
  vitrine import collection.ndjson.gz --email ada@example.org
  vitrine import corrected.ndjson --update-by dcterms:identifier
  vitrine import objects.xlsx --save-mapping mapping.json
  vitrine import objects.xlsx --mapping mapping.json --create-item-sets
  vitrine import --undo 7
`

/** `vitrine import`. */
export function addImport (program: Command): void {
  const command = program.command('import')
    .description('Import records from a file; works whether or not a server is running')
    .argument('[source]', 'File of records (NDJSON, RDF), table (CSV, TSV, XLSX, ODS), folder of a table with its files, or - for the standard input')
    .option('--format <name>', `Format of the source: ${KINDS.map(({ name }) => name).join(', ')} (default: by its name)`)
    .option('--dry-run', 'Check everything, write nothing')
    .option('--undo <job>', 'Undo an import: delete what it created, restore what it updated', jobId)
  for (const kind of KINDS) kind.options?.(command)
  command
    .addOption(settingOption('data'))
    .addHelpText('after', DETAILS)
    .action(async (source: string | undefined, flags: ImportFlags) => {
      if (typeof flags.undo === 'number') {
        const { undoImport } = await import('./import-undo.js')
        await undoImport(flags.undo, flags)
      } else if (source === undefined) {
        command.error('Say what to import, or which job to --undo.')
      } else {
        await withFile(source, flags, async (file, flags) => {
          await (await kindOf(file, flags.format)).run(file, flags)
        })
      }
    })
}

function jobId (text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected the id of a job.')
  return Number(text)
}
