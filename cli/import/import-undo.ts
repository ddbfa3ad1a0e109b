import { SingleBar } from 'cli-progress'
import type { ImportFlags } from './import-kind.js'
import { loadSettings } from '../settings/load-settings.js'
import { withApi } from '../terminal/with-api.js'

/** `vitrine import --undo`. */
export async function undoImport (job: number, { data }: ImportFlags): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { stopping.abort() })
  const bar = process.stderr.isTTY ? new SingleBar({ format: 'Undoing  {bar} {percentage} %, {eta_formatted} left' }) : undefined
  bar?.start(1, 0)
  const undone = await withApi(loadSettings({ data }), async (api) => {
    try {
      return await api.undoImport(job, {
        signal: stopping.signal,
        onProgress: (done, total) => {
          bar?.setTotal(total)
          bar?.update(done)
        }
      })
    } finally {
      bar?.stop()
    }
  })
  const { deleted, restored, left, leftTotal } = undone
  process.stdout.write(`${deleted} resources deleted, ${restored} restored.\n`)
  if (leftTotal === 0) return
  const ids = `${left.slice(0, 20).join(', ')}${leftTotal > 20 ? ', …' : ''}`
  process.stdout.write(`${leftTotal} were edited or deleted since and are left as they are: ${ids}\n`)
}
