import { writeFile } from 'node:fs/promises'
import { EXAMPLES_FILE, examples } from '../../plugins/openapi/examples.js'
import type { Ending } from '../helper.js'
import { CLIENT_TYPES, clientTypes } from './client-types.js'
import { ask, sample } from './sample.js'
import { currentDocument, SNAPSHOT } from './snapshot.js'

async function recordExamples (t: Ending): Promise<void> {
  const server = await sample(t)
  const recorded = []
  for (const example of examples()) recorded.push({ ...example, ...await ask(server, example) })
  await writeFile(EXAMPLES_FILE, `${JSON.stringify(recorded, null, 2)}\n`)
}

/** `npm run openapi`: writes all committed files that are generated from the schemas. */
const endings: Array<() => unknown> = []
const t: Ending = { teardown: (work) => { endings.unshift(work) } }
try {
  await recordExamples(t)
  const document = await currentDocument(t)
  await writeFile(SNAPSHOT, document)
  await writeFile(CLIENT_TYPES, await clientTypes(document))
} finally {
  for (const end of endings) await end()
}
