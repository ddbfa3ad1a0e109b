import type { Command } from 'commander'
import type { ExportFlags } from './export-run.js'
import { withApi } from '../terminal/with-api.js'

interface Flags extends ExportFlags { data?: string }

const DETAILS = `
An export is a snapshot of the collection, even if records change meanwhile. A file gets its name when it is complete. An
existing file is replaced only with --force.

.ndjson, .ndjson.gz   A collection file: one JSON-LD object per line, with everything that REST shows, ids included.
                      "vitrine import" reads it. Stored files are copied into a folder beside it: NAME.files for
                      NAME.ndjson. Passwords and keys are left out. With --query it contains the items that the search
                      finds and their media; other resources to which they link are named by their addresses only.

.csv, .tsv            A table of items, or with --resource of item_sets or media: one row each, one column for each
                      property. See docs/export.md for the headers.

.nq                   RDF as N-Quads.

.zip, .crate          An RO-Crate, as an archive or a folder: a collection file with its stored files, described for
                      archives and repositories (ro-crate-metadata.json), with checksums (manifest-sha256.txt).

Single files may be compressed: .csv.gz.

Examples:
  vitrine export collection.ndjson.gz
  vitrine export items.csv --bom
  vitrine export collection.zip
  vitrine export prints.ndjson --query 'search=print&item_set_id=3'
  vitrine export - --resource vocabularies
`

/** `vitrine export`. */
export function addExport (program: Command): void {
  program.command('export')
    .description('Export the collection, or the result of a search; works whether or not a server is running')
    .argument('<file>', 'File to write, by whose name the format is chosen; - is standard output')
    .option('--format <format>', 'Format of the file (default: by its name)')
    .option('--resource <type>', 'Only this type (items, item_sets, media, …); everything otherwise')
    .option('--query <query>', 'Only what this search finds, written as in addresses: search=sea&item_set_id=3')
    .option('--email <address>', 'Account whose rights count (default: the operator, who sees everything)')
    .option('--no-files', 'Leave out stored files')
    .option('--force', 'Replace an existing file')
    .option('--separator <text>', 'Tables: separator of several values in a cell (default: |)')
    .option('--bom', 'Tables: begin with a byte order mark, by which Excel recognizes UTF-8')
    .option('--keep-formulas', 'Tables: leave texts as they are that spreadsheet programs would run as formulas')
    .addHelpText('after', DETAILS)
    .action(async (file: string, flags: Flags) => {
      const { runExport } = await import('./export-run.js')
      await withApi(flags, async (api) => { await runExport(api, file, flags) })
    })
}
