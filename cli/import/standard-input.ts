import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../terminal/explain.js'
import { firstBytes } from '../terminal/first-bytes.js'
import type { ImportFlags } from './import-kind.js'
import { loadSettings } from '../settings/load-settings.js'
import { workAsOwner } from '../terminal/data-owner.js'

const STANDARD_INPUT = '-'

/** Bytes by which a format is known. */
const LOOKED_AT = 4096

/**
 * Runs an import with a file: that of the source, or what the standard input holds, because a file is checked as a
 * whole before any of it is written.
 */
export async function withFile (
  source: string, flags: ImportFlags, work: (file: string, flags: ImportFlags) => Promise<void>
): Promise<void> {
  if (source !== STANDARD_INPUT) return await work(source, flags)
  if (process.stdin.isTTY) throw new CommandError('Nothing is piped in. Give a file, or pipe one: … | vitrine import -')
  // Before the file is made, which the owner of the data folder reads.
  workAsOwner(loadSettings({ data: flags.data }).data)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-stdin-'))
  try {
    const whole = path.join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(whole, { flags: 'wx', mode: 0o600 }))
    const named = path.join(folder, `stdin${endingOf(firstBytes(whole, LOOKED_AT), flags.format)}`)
    if (named !== whole) await rename(whole, named)
    await work(named, { source: 'stdin', ...flags })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The ending by which the kinds of sources know their files. */
function endingOf (begin: Buffer, format: string | undefined): string {
  if (begin.length === 0) throw new CommandError('The standard input is empty.')
  if (format !== undefined || begin.subarray(0, 2).equals(Buffer.from([0x1F, 0x8B]))) return ''
  // Spreadsheets and archives of collections, which are told apart by what is in them.
  if (begin.subarray(0, 2).toString('latin1') === 'PK') return isCrate(begin) ? '.zip' : '.xlsx'
  const text = begin.toString('utf8').replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return isPretty(text) ? '.jsonld' : '.ndjson'
  if (text.startsWith('[')) return '.jsonld'
  if (/^<(?:\?xml|!|(?:[\w.-]+:)?RDF\b)/.test(text)) return '.rdf'
  if (/^(?:@prefix|@base|PREFIX\s|BASE\s|#\s*@|<[^>\s]+>\s|_:\w)/i.test(text)) return '.ttl'
  return '.csv'
}

/** The beginning of an RO-Crate; workbooks begin with other entries. */
function isCrate (begin: Buffer): boolean {
  return !/\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/|opendocument/.test(begin.toString('latin1'))
}

/** Whether an object goes on after the first line, as a document of JSON-LD may, and a record does not. */
function isPretty (text: string): boolean {
  const [first] = text.split('\n', 1)
  try {
    JSON.parse(first!)
    return false
  } catch {
    return text.includes('\n')
  }
}
