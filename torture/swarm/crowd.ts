import { connect } from 'node:net'
import { loopback } from './loopback.js'

/** Task of the process: many clients that send requests without a pause, whatever the answers. */
export interface CrowdOrder {
  port: number
  connections: number
  /** Number of addresses of the loopback network that connections come from. */
  addresses: number
  /** Paths; `{n}` stands for a number from 1 to n, which differs from one request to the next. */
  requests: readonly string[]
  seed: number
}

/** The answers to a crowd. */
export interface CrowdFigures {
  /** Number of answers by status. */
  statuses: Record<string, number>
  /** Refusals without `Retry-After`. */
  withoutAdvice: number
  /** Connections that ended in the middle of an answer, or before it. */
  broken: number
  /** Milliseconds until a refusal came, of all of them. */
  refusals: number[]
}

/** Milliseconds after which a connection that was broken or closed is opened again. */
const RECONNECT_PAUSE_MS = 50

function crowd ({ port, connections, addresses, requests, seed }: CrowdOrder): void {
  const figures: CrowdFigures = { statuses: {}, withoutAdvice: 0, broken: 0, refusals: [] }
  let asked = seed * 1_000_000
  process.on('message', () => { process.send!({ figures }) })

  function join (number: number): void {
    const socket = connect({ port, host: '127.0.0.1', localAddress: loopback(number % addresses) })
    let head = ''
    let status = ''
    let left: number | undefined = 0
    let begin = 0
    let isAwaited = false
    let end = ''
    const ask = (): void => {
      const path = requests[asked++ % requests.length]!.replaceAll(/\{(\d+)\}/g, (_, most) => String(1 + asked * 7919 % most))
      isAwaited = true
      head = ''
      status = ''
      end = ''
      begin = performance.now()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    }
    const answered = (): void => {
      isAwaited = false
      figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
      if (status === '503') {
        figures.refusals.push(performance.now() - begin)
        if (!/\r\nretry-after: /i.test(head)) figures.withoutAdvice++
      }
      if (/\r\nconnection: close/i.test(head)) socket.end()
      else ask()
    }
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      let body = chunk
      if (status === '') {
        head += chunk.toString('latin1')
        const at = head.indexOf('\r\n\r\n')
        if (at === -1) return
        status = head.slice(9, 12)
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        left = length === undefined ? undefined : Number(length)
        if (status === '304') left = 0
        body = Buffer.from(head.slice(at + 4), 'latin1')
        head = head.slice(0, at + 2)
      }
      if (left === undefined) {
        // The answers that are sent in chunks end with an empty one.
        end = (end + body.toString('latin1', Math.max(0, body.length - 7))).slice(-7)
        if (end === '\r\n0\r\n\r\n') answered()
      } else {
        left -= body.length
        if (left <= 0) answered()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isAwaited) figures.broken++
      setTimeout(join, RECONNECT_PAUSE_MS, number)
    })
  }
  for (let number = 0; number < connections; number++) join(number)
}

if (process.send !== undefined) {
  process.send({ isReady: true })
  process.once('message', crowd)
  process.on('disconnect', () => { process.exit() })
}
