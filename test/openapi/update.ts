import { writeFile } from 'node:fs/promises'
import { currentDocument, SNAPSHOT } from './snapshot.js'

/** `npm run openapi`: writes everything anew that is made from the schemas and checked in. */
const endings: Array<() => unknown> = []
try {
  await writeFile(SNAPSHOT, await currentDocument({ teardown: (work) => { endings.unshift(work) } }))
} finally {
  for (const end of endings) await end()
}
