import { Client } from '../http/client.js'

const GAUGE = /^vitrine_memory_bytes\{thread="(\w+)",part="(\w+)"\} (\d+)$/gm

/** Bytes of the caches of a server as its metrics report them, by threads and part. */
export async function cacheSizes (base: string): Promise<Record<string, number>> {
  const client = new Client(base)
  const { body } = await client.expect({ path: '/metrics' })
  client.close()
  return Object.fromEntries(
    [...String(body).matchAll(GAUGE)].map(([, thread, part, bytes]) => [`${thread} ${part}`, Number(bytes)])
  )
}
