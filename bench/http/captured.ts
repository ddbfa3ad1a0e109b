import { Client, type ClientRequest, type ClientResponse } from './client.js'

/** A request, and what Vitrine answered to it. */
export interface Captured {
  request: ClientRequest
  status: number
  headers: Record<string, string>
  body: Buffer
  /** How long it took, in milliseconds. */
  milliseconds: number
}

/** Headers that are not Vitrine's own: Node and Fastify add them to whatever is sent. */
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

/** Sends every request once. Stops early, after a few, when that takes longer than `seconds`. */
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
