import { parentPort, workerData } from 'node:worker_threads'
import { TextBuild } from '../../../../db/bulk/import/text-build.js'
import { addDue, putTokens } from '../../../../db/query/text/full-text.js'
import { withTokens, type DocumentTokens } from '../../../../db/query/tokens/full-text-tokens.js'
import { sql } from 'drizzle-orm'
import { indexDueTexts } from '../../../../db/query/text/trigrams.js'
import { divide } from '../../../search/full-text/texts/document-sizes.js'
import { resourceTexts } from '../../../search/full-text/texts/resource-texts.js'
import type { WrittenTexts } from './written-texts.js'
import { runInBackground } from '../../../../db/threads/thread-program.js'

runInBackground()

/** Resources that are indexed together: the more, the fewer segments the indexes have. */
const TOGETHER = 2000

/** Titles that are indexed by one statement. */
const TITLES = 1_000_000

/** Documents whose texts are held at once. */
const DOCUMENTS = 500

/** Characters of the words that are gathered before they are put into the index: each time makes a segment of it. */
const GATHERED = 6 * 1024 * 1024

const { file, collection } = workerData as { file: string, collection: string }
const build = new TextBuild(file, collection)
let waiting = nothing()
/** Documents that changed after they were written: their links lead to records that came later. */
const again = new Set<number>()
let gathered: { readonly documents: DocumentTokens[], size: number } = { documents: [], size: 0 }

function nothing (): WrittenTexts {
  return { ids: [], documents: [], unmeasured: [], again: [] }
}

async function index ({ ids, documents, unmeasured }: WrittenTexts): Promise<void> {
  await build.step(async () => {
    await build.indexValues(ids)
    await gather([...documents, ...await shortAmong(unmeasured)])
  })
}

/** Those documents that are short; the collection has the others indexed one by one. */
async function shortAmong (ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { groups, long } = await divide(build.database, 'fulltext', ids)
  await addDue(build.database, 'fulltext', sql`SELECT value FROM json_each(${JSON.stringify(long)})`)
  return groups.flat()
}

async function gather (ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DOCUMENTS) {
    const texts = await resourceTexts(build.database, ids.slice(at, at + DOCUMENTS), () => '')
    for (const document of withTokens(texts)) {
      gathered.documents.push(document)
      gathered.size += document.title.length + document.text.length + document.hidden.length
    }
    if (gathered.size >= GATHERED) await indexGathered()
  }
}

async function indexGathered (): Promise<void> {
  await putTokens(build.database, 'fulltext', gathered.documents)
  gathered = { documents: [], size: 0 }
}

async function take (written: WrittenTexts): Promise<void> {
  for (const key of ['ids', 'documents', 'unmeasured'] as const) for (const id of written[key]) waiting[key].push(id)
  for (const id of written.again) again.add(id)
  if (waiting.ids.length >= TOGETHER) await indexWaiting()
}

async function indexWaiting (): Promise<void> {
  const next = waiting
  waiting = nothing()
  await index(next)
}

async function finish (): Promise<void> {
  await indexWaiting()
  const all = [...again]
  for (let at = 0; at < all.length; at += TOGETHER) {
    await index({ ...nothing(), unmeasured: all.slice(at, at + TOGETHER) })
  }
  await build.step(async () => {
    await indexGathered()
    build.addDueTitles()
    while (await indexDueTexts(build.database, TITLES, async () => {}));
  })
  build.close()
  parentPort!.postMessage('done')
  parentPort!.close()
}

let work = Promise.resolve()
parentPort!.on('message', (message: WrittenTexts | 'end') => {
  work = work.then(async () => { await (message === 'end' ? finish() : take(message)) })
})
