import { NoRoomError, TooLargeError } from '../core/calls/errors.js'

/** The space that the uploads of one request take. */
export interface UploadShare {
  /**
   * Claims bytes before they are written.
   *
   * @throws TooLargeError when the account has no space left, NoRoomError when nobody has.
   */
  claim (bytes: number): void
  /** Releases all claimed bytes, once the files are stored or deleted. */
  release (): void
}

/**
 * Limits the disk space of unfinished uploads and of files fetched for media: received, but neither stored nor deleted.
 * Without a limit, an account could fill the disk with files that are refused only when they are complete.
 */
export class UploadSpace {
  readonly #perAccount: number
  readonly #altogether: number
  readonly #byAccount = new Map<number | null, number>()
  #taken = 0

  /** Both limits are in bytes. */
  constructor (perAccount: number, altogether: number) {
    this.#perAccount = perAccount
    this.#altogether = altogether
  }

  /** @param account null for anonymous clients, who share one account's space. */
  share (account: number | null): UploadShare {
    let claimed = 0
    return {
      claim: (bytes) => {
        const ofAccount = (this.#byAccount.get(account) ?? 0) + bytes
        if (ofAccount > this.#perAccount) {
          throw new TooLargeError(
            `The uploads of this account that are on their way are larger than ${this.#perAccount} bytes.`
          )
        }
        if (this.#taken + bytes > this.#altogether) throw new NoRoomError()
        this.#byAccount.set(account, ofAccount)
        this.#taken += bytes
        claimed += bytes
      },
      release: () => {
        const left = (this.#byAccount.get(account) ?? 0) - claimed
        if (left > 0) this.#byAccount.set(account, left)
        else this.#byAccount.delete(account)
        this.#taken -= claimed
        claimed = 0
      }
    }
  }
}
