import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { loopback } from './loopback.js'

/** Task of the process: visitors who come one after another, each over a connection of its own. */
export interface VisitorOrder {
  port: number
  /** Port of a server that does nothing. */
  control: number
  /** The requests of each visitor, by kind; `#` stands for a number that no other request has. */
  questions: Record<string, string>
}

export interface Visit {
  question: string
  milliseconds: number
  /** Undefined when there was no answer. */
  status: number | undefined
  /** The message of a refusal. */
  message?: string | undefined
}

/** Milliseconds between two requests of visitors. */
const VISIT_EVERY_MS = 100

/** Milliseconds of the control above which a sample is discarded: the computer itself is too busy. */
const CONTROL_BUSY_MS = 200

/** Milliseconds after which a visitor gives up. */
const VISITOR_TIMEOUT_MS = 30_000

/** The first address of visitors, which no crowd has. */
const FIRST_ADDRESS = 2 ** 20

function visit ({ port, control, questions }: VisitorOrder): void {
  const visits: Visit[] = []
  const waiting = new Map<number, Visit>()
  const names = Object.keys(questions)
  let asked = 0
  const ask = async (): Promise<void> => {
    const question = names[asked % names.length]!
    // Each visitor sends each request once.
    const localAddress = loopback(FIRST_ADDRESS + Math.floor(asked / names.length) % 50_000)
    const number = asked++
    const path = questions[question]!.replaceAll('#', String(number))
    waiting.set(number, { question, milliseconds: performance.now(), status: undefined })
    const [calm, answer] = await Promise.all([
      answerTo(control, '/', '127.0.0.1'), answerTo(port, path, localAddress)
    ])
    waiting.delete(number)
    if (calm.milliseconds <= CONTROL_BUSY_MS) visits.push({ question, ...answer })
  }
  setInterval(() => { ask().catch(() => {}) }, VISIT_EVERY_MS)
  process.on('message', () => {
    const now = performance.now()
    const others = [...waiting.values()].map((visit) => ({ ...visit, milliseconds: now - visit.milliseconds }))
    // The latest requests will still be answered.
    process.send!({ figures: [...visits, ...others.filter(({ milliseconds }) => milliseconds > CONTROL_BUSY_MS)] })
  })
}

async function answerTo (port: number, path: string, localAddress: string): Promise<Omit<Visit, 'question'>> {
  const begin = performance.now()
  return await new Promise((resolve) => {
    const end = (status?: number, message?: string): void => {
      resolve({ status, milliseconds: performance.now() - begin, message })
    }
    const asking = request({ host: '127.0.0.1', port, path, localAddress, agent: false, timeout: VISITOR_TIMEOUT_MS }, (answer) => {
      const { statusCode } = answer
      if (statusCode === 200) answer.resume().on('end', () => { end(statusCode) }).on('error', () => { end() })
      else text(answer).then((message) => { end(statusCode, message) }, () => { end() })
    })
    asking.on('timeout', () => { asking.destroy() }).on('error', () => { end() }).end()
  })
}

if (process.send !== undefined) {
  process.send({ isReady: true })
  process.once('message', visit)
  process.on('disconnect', () => { process.exit() })
}
