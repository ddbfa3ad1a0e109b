import type { Command } from 'commander'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Difference } from '../../api/move/vocabulary/members.js'
import type { VocabularyImport } from '../../api/move/vocabulary/vocabulary-import.js'
import { print } from '../collection/jobs.js'
import { checkSource } from '../terminal/files.js'
import { accountOf, withApi } from '../terminal/with-api.js'

interface Flags extends Omit<VocabularyImport, 'source' | 'allowRemoteContexts'> {
  remoteContexts?: boolean
  email?: string
  dryRun?: boolean
  data?: string
}

const DETAILS = `
The source is a file or an http(s) address, in RDF/XML, Turtle, N3, N-Triples, N-Quads or JSON-LD. Its classes and
properties in the namespace become members of the vocabulary. If the vocabulary exists, new members are added, and
labels and comments updated; members that the source does not have stay, unless you give --remove.

Examples:
  vitrine vocabulary import schema.ttl --prefix schema --namespace https://schema.org/ --label Schema.org --dry-run
  vitrine vocabulary import http://xmlns.com/foaf/spec/index.rdf --prefix foaf
  vitrine vocabulary import cidoc_crm.rdf --prefix crm --namespace http://www.cidoc-crm.org/cidoc-crm/ --lang de
`

/** `vitrine vocabulary import`. */
export function addVocabularyImport (program: Command): void {
  program.command('vocabulary').description('Manage vocabularies').command('import')
    .description('Import a vocabulary, or a new version of one; works whether or not a server is running')
    .argument('<source>', 'File or address of an RDF document')
    .requiredOption('--prefix <prefix>', 'What its terms begin with')
    .option(
      '--namespace <uri>', 'What the addresses of its members begin with; may be left out when the prefix is known'
    )
    .option('--label <label>', 'Label of the vocabulary')
    .option('--lang <tag>', 'Preferred language of labels and comments, such as en (default: the first that there is)')
    .option('--label-property <uri>', 'Property whose texts are preferred as labels of members')
    .option('--comment-property <uri>', 'Property whose texts are preferred as comments of members')
    .option('--email <address>', 'Account that owns what is new (default: none)')
    .option('--remove', 'Delete members that the source does not have, with all values that use them')
    .option('--force', 'Allow this in a built-in vocabulary')
    .option('--remote-contexts', 'Fetch the contexts that a JSON-LD document names')
    .option('--dry-run', 'Show what would be added (+), changed (~) and removed (-), write nothing')
    .addHelpText('after', DETAILS)
    .action(async (source: string, { remoteContexts = false, email, dryRun = false, data, ...wanted }: Flags) => {
      checkSource(source)
      const options: VocabularyImport = { source, ...wanted, allowRemoteContexts: remoteContexts }
      await withApi({ data }, async (api) => {
        if (dryRun) {
          const { properties, classes, leftOut } = await api.vocabularies.preview(options, OPERATOR)
          show('property', wanted.prefix, properties)
          show('class', wanted.prefix, classes)
          for (const { localName, types } of leftOut) {
            process.stdout.write(`  left out  ${wanted.prefix}:${localName}  ${types.join(', ')}\n`)
          }
          process.stdout.write('Nothing was written.\n')
          return
        }
        print(await api.vocabularies.run(options, { ...OPERATOR, id: (await accountOf(api, email))?.id ?? null }))
      }, dryRun ? 'borrow' : 'begin')
    })
}

function show (kind: string, prefix: string, { added, changed, removed }: Difference): void {
  const line = (sign: string, name: string, label: string): void => {
    process.stdout.write(`${sign} ${kind.padEnd(8)}  ${prefix}:${name}  ${label}\n`)
  }
  for (const { localName, label } of added) line('+', localName, label)
  for (const { localName, label, was } of changed) {
    line('~', localName, was.label === label ? `${label} (comment)` : `${was.label} -> ${label}`)
  }
  for (const { localName, label } of removed) line('-', localName, label)
}
