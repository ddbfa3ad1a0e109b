import { connect } from 'node:net'

/** Milliseconds within which a complete request must be answered. */
const ANSWER_TIMEOUT_MS = 20_000

export interface RawAnswer {
  /** Undefined when the connection was closed without an answer. */
  status: number | undefined
  text: string
  isLate: boolean
}

/**
 * Sends bytes as they are, and reads what comes back until the connection is closed or the answer's first part is
 * there.
 *
 * @param cutAfter milliseconds after which the client disconnects without waiting for an answer.
 */
export async function sendRaw (base: string, bytes: Buffer, cutAfter?: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  return await new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const end = (isLate: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1]
      resolve({ status: status === undefined ? undefined : Number(status), text, isLate })
    }
    const timer = setTimeout(() => { end(cutAfter === undefined) }, cutAfter ?? ANSWER_TIMEOUT_MS)
    socket.on('connect', () => { socket.write(bytes) })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) end(false)
    })
    socket.on('error', () => { end(false) })
    socket.on('close', () => { end(false) })
  })
}
