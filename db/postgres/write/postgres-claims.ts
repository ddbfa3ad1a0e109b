import type { Claim, ClaimName, Claims } from '../../engine/engine.js'
import { endsConnection } from '../connection/connection-error.js'
import type { PostgresWriter } from './postgres-writer.js'

/** First number of the advisory locks; the second one names the claim. */
const CLAIMS = 7_202_119
const NUMBERS: Readonly<Record<ClaimName, number>> = { jobs: 1, webhooks: 2 }

/**
 * Claims shared by all nodes, as advisory locks of the write connection. When the connection is lost, so are its
 * claims, together with the transaction that relied on them.
 */
export class PostgresClaims implements Claims {
  readonly #claims = new Map<ClaimName, Claim>()

  /** @param inTurn runs a step while no transaction of this process is open. */
  constructor (
    private readonly writer: PostgresWriter, private readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>
  ) {}

  async take (name: ClaimName): Promise<Claim | undefined> {
    return await this.inTurn(async () => {
      // PostgreSQL would give a connection a lock that it already has.
      if (this.#claims.get(name)?.isHeld === true) return undefined
      try {
        return await this.#taken(name)
      } catch (error) {
        // The connection was lost while idle, which has released its locks.
        if (!endsConnection(error)) throw error
        return await this.#taken(name)
      }
    })
  }

  async #taken (name: ClaimName): Promise<Claim | undefined> {
    const { writer } = this
    const connection = await writer.connected()
    const { rows } = await writer.statement('SELECT pg_try_advisory_lock($1::int, $2::int)', [CLAIMS, NUMBERS[name]])
    if (rows[0]![0] !== 1) return undefined
    const claim: Claim = {
      get isHeld () { return writer.isConnected(connection) },
      release: async () => { await this.#release(name, claim) }
    }
    this.#claims.set(name, claim)
    return claim
  }

  async #release (name: ClaimName, claim: Claim): Promise<void> {
    await this.inTurn(async () => {
      if (this.#claims.get(name) === claim) this.#claims.delete(name)
      if (!claim.isHeld) return
      // If this fails, the connection is lost, and the lock with it.
      await this.writer.statement('SELECT pg_advisory_unlock($1::int, $2::int)', [CLAIMS, NUMBERS[name]]).catch(() => {})
    })
  }
}
