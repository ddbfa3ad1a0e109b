import type { Readable } from 'node:stream'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { TableError } from '../cells/table.js'

/** Spreadsheets hold some dozens of entries; each is kept in memory by its name. */
const MOST_ENTRIES = 10_000
/** Bytes of an entry when decompressed. A sheet of a million rows and twenty columns takes about 1 GB. */
const LARGEST_ENTRY = 4 * 1024 ** 3
/** Repetitive sheets are compressed to about a hundredth; small entries are harmless at any ratio. */
const HIGHEST_RATIO = 400
const HARMLESS = 16 * 1024 * 1024

/** A zip archive whose entries are read one at a time, as streams. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor (zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws TableError when the file is no archive, or too large to be a spreadsheet. */
  static async open (file: string): Promise<Archive> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
      .catch((error: unknown) => { throw damaged(error) })
    try {
      if (zip.entryCount > MOST_ENTRIES) {
        throw new TableError(`the archive has ${zip.entryCount} entries; at most ${MOST_ENTRIES} are read`)
      }
      return new Archive(zip, await entriesOf(zip))
    } catch (error) {
      zip.close()
      throw error
    }
  }

  has (name: string): boolean {
    return this.#entries.has(name)
  }

  /**
   * The content of an entry, decompressed as it is read. More or less than its declared size is an error.
   *
   * @throws TableError when there is no such entry, or it is refused for its size.
   */
  async read (name: string): Promise<{ size: number, stream: Readable }> {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new TableError(`the file is no spreadsheet: it has no ${name}`)
    const { compressedSize, uncompressedSize: size } = entry
    if (entry.isEncrypted()) throw new TableError('the file is protected by a password')
    if (size > LARGEST_ENTRY || (size > HARMLESS && size > compressedSize * HIGHEST_RATIO)) {
      throw new TableError(`${name} is refused: its ${compressedSize} bytes would become ${size}`)
    }
    try {
      return { size, stream: await this.#zip.openReadStreamPromise(entry) }
    } catch (error) {
      throw damaged(error)
    }
  }

  close (): void {
    this.#zip.close()
  }
}

async function entriesOf (zip: ZipFile): Promise<Map<string, Entry>> {
  return await new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      // A second entry of a name could show another sheet to other programs.
      if (entries.has(entry.fileName)) reject(new TableError(`the archive holds ${entry.fileName} twice`))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => { resolve(entries) })
    zip.on('error', (error: unknown) => { reject(damaged(error)) })
    zip.readEntry()
  })
}

/** What a damaged archive throws, in words; errors of the system stay what they are. */
export function damaged (error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TableError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && !code.startsWith('Z_')) return error
  return new TableError(`the file is damaged: ${error.message}`)
}
