import type { Claim, ClaimName, Claims } from '../../engine/claims.js'
import { endsConnection } from '../connection/connection-error.js'
import type { PostgresWriter } from './postgres-writer.js'

/** Advisory locks of two numbers: this one, and that of the claim. */
const CLAIMS = 7_202_119
const NUMBERS: Readonly<Record<ClaimName, number>> = { jobs: 1, webhooks: 2 }

/**
 * Claims among all nodes: advisory locks of the connection that writes. Whoever loses it loses its claims, and with
 * them the transaction in which it was using them.
 */
export class PostgresClaims implements Claims {
  readonly #held = new Map<ClaimName, Claim>()

  /** @param inTurn runs a step when nobody of this process is in a transaction. */
  constructor (
    private readonly writer: PostgresWriter, private readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>
  ) {}

  async take (name: ClaimName): Promise<Claim | undefined> {
    return await this.inTurn(async () => {
      // The same connection would get the same lock twice.
      if (this.#held.get(name)?.isHeld === true) return undefined
      try {
        return await this.#taken(name)
      } catch (error) {
        // The connection had ended while nobody used it, and what it held is free.
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
    this.#held.set(name, claim)
    return claim
  }

  async #release (name: ClaimName, claim: Claim): Promise<void> {
    await this.inTurn(async () => {
      if (this.#held.get(name) === claim) this.#held.delete(name)
      if (!claim.isHeld) return
      // What fails here has lost the connection, and the lock with it.
      await this.writer.statement('SELECT pg_advisory_unlock($1::int, $2::int)', [CLAIMS, NUMBERS[name]]).catch(() => {})
    })
  }
}
