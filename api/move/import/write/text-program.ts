import { parentPort, workerData } from 'node:worker_threads'
import { TextBuild } from '../../../../db/bulk/import/text-build.js'
import { addDue, putTokens } from '../../../../db/query/text/full-text.js'
import { withTokens, type DocumentTokens } from '../../../../db/query/tokens/full-text-tokens.js'
import { sql } from 'drizzle-orm'
import { indexDueTexts } from '../../../../db/query/text/trigrams.js'
import { divide } from '../../../search/full-text/texts/document-sizes.js'
import { resourceTexts } from '../../../search/full-text/texts/resource-texts.js'
import type { TextsToIndex } from './texts-to-index.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'

runInBackground()

/** Resources indexed together: the more, the fewer segments the indexes have. */
const RESOURCES_PER_STEP = 2000

/** Titles indexed per statement. */
const TITLES_PER_STATEMENT = 1_000_000

/** Documents whose texts are in memory together. */
const DOCUMENTS_IN_MEMORY = 500

/** Characters of words collected before they are put into the index: each time adds a segment. */
const COLLECTED_MAX_CHARACTERS = 6 * 1024 * 1024

const { file, collection } = workerData as { file: string, collection: string }
const build = new TextBuild(file, collection)
let waiting = nothing()
/** Documents to index again at the end: they link to records that came later. */
const again = new Set<number>()
let gathered: { readonly documents: DocumentTokens[], size: number } = { documents: [], size: 0 }

function nothing (): TextsToIndex {
  return { ids: [], documents: [], unmeasured: [], again: [] }
}

async function index ({ ids, documents, unmeasured }: TextsToIndex): Promise<void> {
  await build.step(async () => {
    await build.indexValues(ids)
    await gather([...documents, ...await shortAmong(unmeasured)])
  })
}

/** The short documents among these; the collection indexes the others one by one. */
async function shortAmong (ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { groups, long } = await divide(build.database, 'fulltext', ids)
  await addDue(build.database, 'fulltext', sql`SELECT value FROM json_each(${JSON.stringify(long)})`)
  return groups.flat()
}

async function gather (ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DOCUMENTS_IN_MEMORY) {
    const texts = await resourceTexts(build.database, ids.slice(at, at + DOCUMENTS_IN_MEMORY), () => '')
    for (const document of withTokens(texts)) {
      gathered.documents.push(document)
      gathered.size += document.title.length + document.text.length + document.hidden.length
    }
    if (gathered.size >= COLLECTED_MAX_CHARACTERS) await indexGathered()
  }
}

async function indexGathered (): Promise<void> {
  await putTokens(build.database, 'fulltext', gathered.documents)
  gathered = { documents: [], size: 0 }
}

async function take (written: TextsToIndex): Promise<void> {
  for (const key of ['ids', 'documents', 'unmeasured'] as const) for (const id of written[key]) waiting[key].push(id)
  for (const id of written.again) again.add(id)
  if (waiting.ids.length >= RESOURCES_PER_STEP) await indexWaiting()
}

async function indexWaiting (): Promise<void> {
  const next = waiting
  waiting = nothing()
  await index(next)
}

async function finish (): Promise<void> {
  await indexWaiting()
  const all = [...again]
  for (let at = 0; at < all.length; at += RESOURCES_PER_STEP) {
    await index({ ...nothing(), unmeasured: all.slice(at, at + RESOURCES_PER_STEP) })
  }
  await build.step(async () => {
    await indexGathered()
    build.addDueTitles()
    while (await indexDueTexts(build.database, TITLES_PER_STATEMENT, async () => {}));
  })
  build.close()
  parentPort!.postMessage('done')
  parentPort!.close()
}

let work = Promise.resolve()
parentPort!.on('message', (message: TextsToIndex | 'end') => {
  work = work.then(async () => { await (message === 'end' ? finish() : take(message)) })
})
