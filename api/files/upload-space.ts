import { NoRoomError, TooLargeError } from '../core/calls/errors.js'

/** Disk space taken by the uploads of one request. */
export interface UploadShare {
  /**
   * Claims bytes before they are written.
   * @throws TooLargeError when the account's space is used up, NoRoomError when the total space is.
   */
  claim (bytes: number): void
  /** Releases all claimed bytes, once the files are stored or deleted. */
  release (): void
}

/**
 * Limits the disk space of uploads in progress and of files fetched for media: received, but neither stored nor
 * deleted yet. Without a limit, an account could fill the disk with files that are refused only when they are
 * complete.
 */
export class UploadSpace {
  readonly #byAccount = new Map<number | null, number>()
  #taken = 0

  /** Both limits are in bytes. */
  constructor (private readonly perAccount: number, private readonly altogether: number) {}

  /** @param account null for anonymous clients, who share the space of one account. */
  share (account: number | null): UploadShare {
    let claimed = 0
    return {
      claim: (bytes) => {
        const ofAccount = (this.#byAccount.get(account) ?? 0) + bytes
        if (ofAccount > this.perAccount) {
          throw new TooLargeError(
            `The uploads of this account that are on their way are larger than ${this.perAccount} bytes.`
          )
        }
        if (this.#taken + bytes > this.altogether) throw new NoRoomError()
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
