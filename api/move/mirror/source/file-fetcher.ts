import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checksum } from '../../../../files/types/checksum.js'
import type { MirrorSpool } from '../../../../db/bulk/mirror-spool.js'
import type { SpooledFile } from '../../../../db/bulk/spooled-files.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { Measured } from '../../pipeline/measured.js'
import { shownAddress } from './source-address.js'
import type { Source } from './source.js'
import { SourceError } from './source-error.js'
import type { SourceAnswer } from './transport.js'

/** Attempts to fetch a file whose bytes do not match its record. */
const FETCH_ATTEMPTS = 2

/** A file does not match its record. */
class OtherFileError extends Error {}

/** Fetches the files of media and assets into a folder. */
export class FileFetcher {
  /**
   * @param limit maximum bytes of a file.
   * @param isStored whether the collection already has a file, which then need not be fetched.
   */
  constructor (
    readonly source: Source, readonly spool: MirrorSpool, readonly folder: string, readonly limit: number,
    readonly isStored: (file: SpooledFile) => Promise<boolean>
  ) {}

  /**
   * Fetches every pending file that is not stored yet. Stores the reason for each failure.
   * @throws SourceError when the source itself is unreachable; a system error (with `code`) when the disk is full.
   */
  async fetchAll (onFile: (isStored: boolean) => void): Promise<void> {
    await inParallel(this.spool.files.wanted(), this.source.concurrency, async (file) => {
      const isStored = await this.isStored(file)
      if (isStored) this.spool.files.settleStored(file.name)
      else this.spool.files.settle(file.name, await this.#problemOf(file))
      onFile(isStored)
    })
  }

  /** @returns why a file cannot be fetched; null when it was. */
  async #problemOf (file: SpooledFile): Promise<string | null> {
    const target = path.join(this.folder, file.name)
    // An earlier run may have fetched it.
    if (existsSync(target) && mismatch(await checksum(target), file) === undefined) return null
    const { address } = file
    if (!URL.canParse(address) || !/^https?:/i.test(address)) return `${address} is not a web address`
    const url = new URL(address)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#fetch(url, target, file)
        return null
      } catch (error) {
        if (error instanceof OtherFileError) {
          if (attempt === FETCH_ATTEMPTS) return error.message
        } else if (!(error instanceof SourceError) || (error.failure === 'connection' && this.#isOwn(url))) {
          throw error
        } else {
          return error.message
        }
      } finally {
        await rm(`${target}.part`, { force: true })
      }
    }
  }

  async #fetch (url: URL, target: string, file: SpooledFile): Promise<void> {
    const read = async (answer: SourceAnswer): Promise<void> => { await store(answer, url, target, file) }
    const options = { maxBytes: this.limit, accept: '*/*', isBound: false }
    try {
      return await this.source.patiently(url, options, read, null)
    } catch (error) {
      // Retry with the key: files of private media may be visible only to accounts that may see the media.
      const isHidden = error instanceof SourceError && [401, 403, 404].includes(error.status ?? 0)
      if (!isHidden || this.source.key === undefined || !this.#isOwn(url)) throw error
    }
    await this.source.patiently(url, options, read)
  }

  #isOwn (url: URL): boolean {
    return url.origin === new URL(this.source.address).origin
  }
}

/** Stores a file; it gets its name when it matches its record. @throws OtherFileError */
async function store ({ body }: SourceAnswer, url: URL, target: string, file: SpooledFile): Promise<void> {
  const part = `${target}.part`
  const measured = new Measured()
  await pipeline(body, measured, createWriteStream(part, { mode: 0o600 }))
  const other = mismatch(measured.result, file)
  if (other !== undefined) throw new OtherFileError(`${shownAddress(url)} ${other}`)
  await rename(part, target)
}

/** How a file differs from its record. */
function mismatch (found: Measured['result'], { sha256, size }: SpooledFile): string | undefined {
  if (size !== null && found.size !== size) return `has ${found.size} bytes; its record says ${size}`
  return sha256 === null || found.sha256 === sha256 ? undefined : 'has another checksum (SHA-256) than its record says'
}
