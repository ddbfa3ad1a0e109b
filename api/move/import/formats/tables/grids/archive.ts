import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { isBomb, openZip } from '../../../../pipeline/zip.js'
import { TableError } from '../cells/table.js'

/** Spreadsheets have some dozens of entries, all of which are indexed in memory. */
const ARCHIVE_MAX_ENTRIES = 10_000
/** Limit for a decompressed entry. A sheet of a million rows and twenty columns takes about 1 GB. */
const ENTRY_MAX_BYTES = 4 * 1024 ** 3

/** A zip archive whose entries are read one at a time, as streams. */
export class Archive {
  private constructor (private readonly zip: ZipFile, private readonly entries: ReadonlyMap<string, Entry>) {}

  /** @throws TableError when the archive is too large to be a spreadsheet. */
  static async open (file: string): Promise<Archive> {
    const zip = await openZip(file)
    const entries = new Map<string, Entry>()
    try {
      if (zip.entryCount > ARCHIVE_MAX_ENTRIES) {
        throw new TableError(`the archive has ${zip.entryCount} entries; at most ${ARCHIVE_MAX_ENTRIES} are read`)
      }
      for await (const entry of zip.eachEntry()) {
        // Programs could disagree about which of two entries with one name counts.
        if (entries.has(entry.fileName)) throw new TableError(`the archive contains ${entry.fileName} twice`)
        entries.set(entry.fileName, entry)
      }
      return new Archive(zip, entries)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  has (name: string): boolean {
    return this.entries.has(name)
  }

  /**
   * A stream of an entry's decompressed content. A size other than the declared one is an error.
   * @throws TableError when there is no such entry, or its size is refused.
   */
  async read (name: string): Promise<{ size: number, stream: Readable }> {
    const entry = this.entries.get(name)
    if (entry === undefined) throw new TableError(`the file is not a spreadsheet: it has no ${name}`)
    const { compressedSize, uncompressedSize: size } = entry
    if (entry.isEncrypted()) throw new TableError('the file is protected by a password')
    if (size > ENTRY_MAX_BYTES || isBomb(entry)) {
      throw new TableError(`${name} is refused: its ${compressedSize} bytes would become ${size}`)
    }
    return { size, stream: await this.zip.openReadStreamPromise(entry) }
  }

  close (): void {
    this.zip.close()
  }
}
