import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseWebAddress } from '../../../../files/remote/parse-address.js'
import { checksum } from '../../../../files/types/checksum.js'
import type { SpooledFile, SpooledFiles } from '../../../../db/bulk/spooled-files.js'
import { inParallel } from '../../pipeline/in-parallel.js'
import { Measured } from '../../pipeline/measured.js'
import { shownAddress } from './source-address.js'
import type { Source } from './source.js'
import { SourceError } from './source-error.js'
import type { SourceAnswer } from './transport.js'

/**
 * Fetches every pending file that is not stored yet into a folder, and stores the reason for each failure.
 * @param limit maximum bytes of a file.
 * @param isStored whether the collection already has a file, which then need not be fetched.
 * @param onFile called after each file.
 * @throws SourceError when the source itself is unreachable; a system error (with `code`) when the disk is full.
 */
export async function fetchFiles (
  source: Source, files: SpooledFiles, folder: string, limit: number,
  { isStored, onFile }: { isStored: (file: SpooledFile) => Promise<boolean>, onFile: (isStored: boolean) => void }
): Promise<void> {
  await inParallel(files.wanted(), source.concurrency, async (file) => {
    const isThere = await isStored(file)
    if (isThere) files.settleStored(file.name)
    else files.settle(file.name, await problemOf(source, file, path.join(folder, file.name), limit))
    onFile(isThere)
  })
}

/** Fetches a file. @returns why it cannot be fetched; null when it was. */
async function problemOf (source: Source, file: SpooledFile, target: string, limit: number): Promise<string | null> {
  // An earlier run may have fetched it.
  if (existsSync(target) && mismatch(await checksum(target), file) === undefined) return null
  const { address } = file
  const url = parseWebAddress(address)
  if (url === undefined) return `${address} is not a web address`
  const isOwn = url.origin === new URL(source.address).origin
  const options = { maxBytes: limit, accept: '*/*', isBound: false }
  const read = async (answer: SourceAnswer): Promise<void> => { await store(answer, url, target, file) }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  try {
    await source.patiently(url, options, read, null).catch(async (error: unknown) => {
      // Retry with the key: files of private media may be visible only to accounts that may see the media.
      const isHidden = error instanceof SourceError && [401, 403, 404].includes(error.status ?? 0)
      if (!isHidden || source.key === undefined || !isOwn) throw error
      await source.patiently(url, options, read)
    })
    return null
  } catch (error) {
    if (!(error instanceof SourceError) || (error.failure === 'connection' && isOwn)) throw error
    return error.message
  } finally {
    await rm(`${target}.part`, { force: true })
  }
}

/** Stores a file; it gets its name when it matches its record. @throws SourceError */
async function store ({ body }: SourceAnswer, url: URL, target: string, file: SpooledFile): Promise<void> {
  const part = `${target}.part`
  const measured = new Measured()
  await pipeline(body, measured, createWriteStream(part, { mode: 0o600 }))
  const other = mismatch(measured.result, file)
  if (other !== undefined) throw new SourceError('record', `${shownAddress(url)} ${other}`)
  await rename(part, target)
}

/** How a file differs from its record. */
function mismatch (found: Measured['result'], { sha256, size }: SpooledFile): string | undefined {
  if (size !== null && found.size !== size) return `has ${found.size} bytes; its record says ${size}`
  return sha256 === null || found.sha256 === sha256 ? undefined : 'has another checksum (SHA-256) than its record says'
}
