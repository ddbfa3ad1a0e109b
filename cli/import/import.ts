import { statSync } from 'node:fs'
import { CommandError } from '../terminal/explain.js'
import { collection } from './import-collection.js'
import type { ImportKind, ImportFlags } from './import-kind.js'
import { mirror } from './import-mirror.js'
import { rdf, records } from './import-records.js'
import { tables } from './import-table.js'
import { Option, type Command } from 'commander'
import { jobId } from '../terminal/arguments.js'
import { checkSource } from '../terminal/files.js'
import { Progress } from '../terminal/progress.js'
import { stopSignal } from '../terminal/stop-signal.js'
import { withApi } from '../terminal/with-api.js'
import { withFile } from './standard-input.js'
import { counted } from '../../api/core/text/nouns.js'

/** All kinds of sources. The first one that recognizes a source imports it. */
const KINDS: readonly ImportKind[] = [mirror, collection, tables, rdf, records]

const KIND_NAMES = KINDS.map(({ name }) => name)

/** Finds the kind of a source. @throws if it is missing, or no kind recognizes it. */
async function kindOf (source: string, format: string | undefined): Promise<ImportKind> {
  checkSource(source)
  for (const kind of KINDS) if (format === undefined ? await kind.recognizes(source) : kind.name === format) return kind
  throw new CommandError(statSync(source).isDirectory()
    ? `${source} holds nothing to import: no table (CSV, TSV, XLSX, ODS), no exported collection.`
    : `${source} is of no known kind. Say which with --format: ${KIND_NAMES.join(', ')}.`)
}

const DETAILS = `
A file of records has one JSON-LD object on each line. Its keys are terms. "@type" contains o:Item or o:ItemSet and a
class. "@id" is a label by which other lines, earlier or later, refer to the record:

  {"@id":"_:set","@type":"o:ItemSet","dcterms:title":[{"type":"literal","@value":"Prints"}]}
  {"@id":"_:a","@type":["o:Item","dctype:StillImage"],"o:item_set":[{"@id":"_:set"}],
   "dcterms:title":[{"type":"literal","@value":"Nocturne"}],
   "dcterms:isVersionOf":[{"type":"resource:item","value_resource_id":"_:b"}],
   "o:media":[{"o:ingester":"upload","file":"pictures/nocturne.jpg"}]}                (all on one line)

The whole file is checked first. If a record has errors, its line and the reason are printed, nothing is written, and the
exit code is 1. With --continue-on-error the other records are imported; the exit code is still 1. Single invalid values
are left out with a warning.

Of a table (CSV, TSV, XLSX, ODS), the meaning of the columns is guessed from the headers and the first rows. The guess is
shown, and a terminal asks you to confirm it; --save-mapping writes it into a file that you can edit and give with
--mapping. Problems name the row and the column. In a folder of a table and pictures, a column names the files, or they
have the identifiers of the rows as names: 1234.jpg, 1234_2.jpg.

An import is a job: "vitrine job" and /api/jobs show its progress, and stop it, as Ctrl-C does. To continue an
interrupted import, even after kill -9, run it again, or start a server on the data folder. Vitrine recognizes imported
records by the name of the file (without folder and .gz; --source changes it) and their label or line. So nothing is
imported twice, and you can import a corrected or longer file again to add what was missing. Existing records are not
changed, unless --update-by says how to find them. "vitrine job list" shows the number of the job, with which you can
undo the whole import.

The standard input (-) is first read completely into a temporary file (in TMPDIR). Its format is recognized by its first
bytes, otherwise it is a table (CSV); --format names another one. --source names the input for later runs (default:
stdin), and --files names the folder of the files that its records name.

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
    .addOption(new Option('--format <name>', 'Kind of the source (default: by its name and content)').choices(KIND_NAMES))
    .option('--dry-run', 'Check everything, write nothing')
    .option('--undo <job>', 'Undo an import: delete what it created, restore what it updated', jobId)
  for (const kind of KINDS) kind.options?.(command)
  command
    .addHelpText('after', DETAILS)
    .action(async (source: string | undefined, flags: ImportFlags) => {
      if (typeof flags.undo === 'number') {
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

async function undoImport (job: number, flags: ImportFlags): Promise<void> {
  const bar = new Progress({ undo: 'Undoing' }, 'records')
  const { deleted, restored, left, leftTotal } = await withApi(flags, async (api) => await api.undoImport(job, {
    signal: stopSignal(),
    onProgress: (done, total) => { bar.update({ phase: 'undo', done, total }) }
  }).finally(() => { bar.end() }))
  process.stdout.write(`${counted(deleted, 'resource')} deleted, ${restored} restored.\n`)
  if (leftTotal === 0) return
  const ids = `${left.slice(0, 20).join(', ')}${leftTotal > 20 ? ', …' : ''}`
  process.stdout.write(`${leftTotal} were edited or deleted since and are left as they are: ${ids}\n`)
}
