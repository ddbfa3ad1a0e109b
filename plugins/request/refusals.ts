import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { networkOf, Throttle } from '../../api/access/throttles/throttle.js'
import { extendRequest } from '../http/namespace.js'

declare module '../http/namespace.js' {
  interface VitrineRequest {
    /** Logs a refused sign-in or key, unless there were too many such lines. */
    noteRefusal (message: string, facts: () => Refusal | Promise<Refusal>): void
  }
}

/** Data that is logged besides the address. It must not contain secrets. */
interface Refusal { account?: string | undefined, key?: string | undefined, reason?: string | undefined }

/** Limits for lines about one network, and about all networks, so that refused requests cannot fill the disk. */
const NETWORK_LIMIT = { burst: 20, every: 30 }
const TOTAL_LIMIT = { burst: 200, every: 1 }

/** Maximum number of characters of a logged account, which the client has chosen. */
const ACCOUNT_MAX_CHARACTERS = 100

/** Characters that could end a line or command a terminal. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Logs refused sign-ins and keys, for operators, and for programs such as fail2ban that block addresses. */
function refusalsPlugin (fastify: FastifyInstance, _options: object, done: () => void): void {
  const networks = new Throttle(NETWORK_LIMIT)
  const all = new Throttle(TOTAL_LIMIT)
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
 * The account of a sign-in as it may be logged. People sometimes type their password into this field, so a text that is
 * not an e-mail address is not logged.
 */
function printable (account: string): string {
  if (!/^[^@]+@[^@]+$/.test(account)) return '(no e-mail address)'
  const text = account.replace(UNPRINTABLE, '\uFFFD')
  return text.length > ACCOUNT_MAX_CHARACTERS ? `${text.slice(0, ACCOUNT_MAX_CHARACTERS)}…` : text
}

export default fp(refusalsPlugin, { name: 'vitrine-refusals', dependencies: ['vitrine-address'] })
