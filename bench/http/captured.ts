import { Client, type ClientRequest, type ClientResponse } from './client.js'

/** A request with Vitrine's answer. */
export interface Captured {
  request: ClientRequest
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Latency in milliseconds. */
  milliseconds: number
}

/** Headers that Node and Fastify add themselves, also in the bare server. */
const NOT_KEPT = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

export function captured (request: ClientRequest, { status, headers, body, milliseconds }: ClientResponse): Captured {
  return {
    request,
    status,
    body,
    milliseconds,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name)))
  }
}

/** Sends every request once. Stops early when that takes longer than `seconds`, but not before a few. */
export async function capture (
  base: string, requests: readonly ClientRequest[], seconds: number
): Promise<Captured[]> {
  const client = new Client(base)
  const end = performance.now() + seconds * 1000
  const all: Captured[] = []
  for (const request of requests) {
    if (all.length >= 10 && performance.now() > end) break
    all.push(captured(request, await client.expect(request)))
  }
  client.close()
  return all
}
