import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startCommand } from '../process/command.js'
import type { Context } from '../torture.js'

/** Milliseconds that the import of a small document may take on a busy computer. */
const COMMAND_MAX_MS = 30_000

const DOCUMENTS: Record<string, string> = {
  'a.ttl': `@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://v.example/p> a rdf:Property ; rdfs:label "P"@en ; rdfs:comment """long""" . <http://v.example/C> a rdfs:Class .`,
  'a.rdf': `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<rdf:Property rdf:about="http://v.example/p"><rdfs:label>&b;</rdfs:label></rdf:Property></rdf:RDF>`,
  'a.nt': `<http://v.example/p> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/1999/02/22-rdf-syntax-ns#Property> .
<http://v.example/p> <http://www.w3.org/2000/01/rdf-schema#label> "P\\u00e9" .`,
  'a.jsonld': `{"@context":{"rdf":"http://www.w3.org/1999/02/22-rdf-syntax-ns#","rdfs":"http://www.w3.org/2000/01/rdf-schema#"},
"@id":"http://v.example/p","@type":"rdf:Property","rdfs:label":"P"}`
}

/** Damaged RDF documents are imported or refused in a sentence; the command neither crashes nor hangs. */
export async function importVocabularies (data: string, { report, random, folder, scaled }: Context): Promise<void> {
  const count = scaled(4, 60)
  for (let at = 0; at < count; at++) {
    const [name, text] = random.pick(Object.entries(DOCUMENTS))
    const cut = random.below(text.length)
    const insert = random.pick([
      '',
      '<',
      '"',
      '\u0000',
      '@prefix : <> .',
      '&b;&b;',
      '{"@context":',
      '\uD800',
      ' '.repeat(50_000),
      '<a>'.repeat(5000)
    ])
    const file = path.join(folder, `${at}-${name}`)
    await writeFile(file, text.slice(0, cut) + insert + (random.chance(0.7) ? text.slice(cut) : ''))
    const args = [
      'vocabulary',
      'import',
      file,
      '--prefix',
      `v${at}`,
      '--namespace',
      'http://v.example/',
      '--data',
      data,
      '--dry-run'
    ]
    const { code, output } = await startCommand(args, COMMAND_MAX_MS).outcome
    report.steps++
    if (code === null) {
      report.fault(`the import of ${name}, cut at ${cut} with ${JSON.stringify(insert.slice(0, 40))}, did not end`)
    } else if (code > 1 || /^\s+at /m.test(output)) {
      report.fault(`the import of ${name} ended with ${code}: ${output.slice(0, 800)}`)
    }
  }
}
