import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { jsonIn } from '../../api/core/calls/given.js'
import { bytesOf, isGzip } from '../../files/types/bytes.js'
import { CommandError } from '../terminal/explain.js'
import type { ImportFlags } from './import-kind.js'
import { loadSettings } from '../settings/load-settings.js'
import { workAsOwner } from '../terminal/data-owner.js'

const STANDARD_INPUT = '-'

/** Number of bytes by which a format is recognized. */
const SNIFFED_BYTES = 4096

/**
 * Calls `work` with the file of the source. Standard input is first copied into a temporary file, because an import
 * reads its source twice: it checks everything before it writes anything.
 */
export async function withFile (
  source: string, flags: ImportFlags, work: (file: string, flags: ImportFlags) => Promise<void>
): Promise<void> {
  if (source !== STANDARD_INPUT) return await work(source, flags)
  if (process.stdin.isTTY) throw new CommandError('Nothing is piped in. Give a file, or pipe one: … | vitrine import -')
  // Before the temporary file is created, so that the owner of the data folder can read it.
  workAsOwner(loadSettings({ data: flags.data }).data)
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-stdin-'))
  try {
    const whole = path.join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(whole, { flags: 'wx', mode: 0o600 }))
    const named = path.join(folder, `stdin${endingOf(await bytesOf(whole, 0, SNIFFED_BYTES), flags.format)}`)
    if (named !== whole) await rename(whole, named)
    await work(named, { source: 'stdin', ...flags })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file name extension for the input, by which the kinds of sources recognize it. */
function endingOf (begin: Buffer, format: string | undefined): string {
  if (begin.length === 0) throw new CommandError('The standard input is empty.')
  if (format !== undefined || isGzip(begin)) return ''
  // A ZIP archive is a spreadsheet or a collection; the names of its entries show which.
  if (begin.subarray(0, 2).toString('latin1') === 'PK') return isCrate(begin) ? '.zip' : '.xlsx'
  const text = begin.toString('utf8').replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return isPretty(text) ? '.jsonld' : '.ndjson'
  if (text.startsWith('[')) return '.jsonld'
  if (/^<(?:\?xml|!|(?:[\w.-]+:)?RDF\b)/.test(text)) return '.rdf'
  if (/^(?:@prefix|@base|PREFIX\s|BASE\s|#\s*@|<[^>\s]+>\s|_:\w)/i.test(text)) return '.ttl'
  return '.csv'
}

/** Whether a ZIP archive begins like an RO-Crate, that is, without the entries of a workbook. */
function isCrate (begin: Buffer): boolean {
  return !/\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/|opendocument/.test(begin.toString('latin1'))
}

/** Whether a JSON object continues after the first line: a JSON-LD document may, a line of NDJSON does not. */
function isPretty (text: string): boolean {
  return text.includes('\n') && jsonIn(text.split('\n', 1)[0]!) === undefined
}
