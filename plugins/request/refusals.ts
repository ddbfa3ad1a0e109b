import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { networkOf } from '../../api/access/throttles/network.js'
import { Throttle } from '../../api/access/throttles/throttle.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** Writes a line into the log about a refused sign-in or key, unless there are too many already. */
    noteRefusal (message: string, facts: () => Refusal | Promise<Refusal>): void
  }
}

/** What is logged besides the address. Nothing of it may be a secret. */
interface Refusal { account?: string | undefined, key?: string | undefined, reason?: string | undefined }

/** Lines about one network, and about all together: nobody fills the disk by being refused. */
const OF_NETWORK = { burst: 20, every: 30 }
const OF_ALL = { burst: 200, every: 1 }

/** Characters of a text that a client has chosen. */
const LONGEST = 100

/** Characters that could end a line or command a terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Logs who was refused, for those who watch over a server, and for programs that then keep an address out. */
function refusalsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const networks = new Throttle(OF_NETWORK)
  const all = new Throttle(OF_ALL)
  let omitted = 0
  extendRequest(fastify, {
    noteRefusal (message, factsOf) {
      const address = this.client
      const network = networkOf(address)
      if (networks.wait(network) > 0 || all.wait('') > 0) {
        omitted++
        return
      }
      networks.take(network)
      all.take('')
      const before = omitted > 0 ? { omitted } : {}
      omitted = 0
      const { log } = this.request
      Promise.resolve(factsOf()).then(({ account, key, reason }) => {
        log.warn({ address, account: account && printable(account), key, reason, ...before }, message)
      }).catch((error: unknown) => { log.error(error) })
    }
  })
  done()
}

/**
 * The account that somebody has named, as it may be logged: people type passwords into the wrong field, so what is no
 * e-mail address is left out.
 */
function printable (account: string): string {
  if (!/^[^@]+@[^@]+$/.test(account)) return '(no e-mail address)'
  const text = account.replace(UNPRINTABLE, '\uFFFD')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

export default fp(refusalsPlugin, { name: 'vitrine-refusals', dependencies: ['vitrine-address'] })
