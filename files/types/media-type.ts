import { WASMagic, WASMagicFlags } from 'wasmagic'
import { bytesOf } from './bytes.js'
import { markedEncoding } from './text-encoding.js'

/** Media types of libmagic that the reference replaces (docs/contract/files.md §3). */
const ALIASES: Readonly<Record<string, string>> = {
  'application/x-ogg': 'application/ogg',
  'text/rtf': 'application/rtf',
  'audio/mid': 'audio/midi',
  'audio/x-midi': 'audio/midi',
  'audio/mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-mpeg3': 'audio/mpeg',
  'audio/x-mpegaudio': 'audio/mpeg',
  'audio/x-mpg': 'audio/mpeg',
  'audio/x-ogg': 'audio/ogg',
  'audio/aac': 'audio/x-aac',
  'audio/aiff': 'audio/x-aiff',
  'audio/x-wma': 'audio/x-ms-wma',
  'audio/wma': 'audio/x-ms-wma',
  'audio/x-mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/wav': 'audio/x-wav',
  'image/x-ms-bmp': 'image/bmp',
  'image/icon': 'image/x-icon',
  'video/x-m4v': 'video/mp4',
  'video/asf': 'video/x-ms-asf',
  'video/wmv': 'video/x-ms-wmv',
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo'
}

const UNKNOWN = 'application/octet-stream'

/** libmagic examines this many bytes at the beginning of a file. It runs on the event loop: 0.05 ms for a picture. */
const HEAD_BYTES = 64 * 1024

/**
 * Limit for text: files without zero bytes, or with the mark of an encoding such as UTF-16. libmagic recognises no text
 * by what comes later, and some of its regular expressions take a second for 64 kB of spaces.
 */
const TEXT_HEAD_BYTES = 4 * 1024

/** Limit for old Office formats, whose directory may be anywhere in the file. */
const COMPOUND_MAX_BYTES = 8 * 1024 * 1024
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

// libmagic considers two lines with a comma each CSV; the reference treats such files as plain text.
const FLAGS = WASMagicFlags.MIME_TYPE | WASMagicFlags.NO_CHECK_CSV

/** The media type of a file without bytes. */
export const EMPTY_TYPE = 'application/x-empty'

let magic: Promise<WASMagic> | undefined

/**
 * The media type of a file by its bytes alone, as libmagic names it and the reference renames it
 * (docs/contract/files.md §3). Unrecognised bytes are `application/octet-stream`.
 *
 * @example await detectMediaType('/tmp/upload-1') // 'image/jpeg'
 */
export async function detectMediaType (path: string): Promise<string> {
  const bytes = await head(path)
  magic ??= WASMagic.create({ flags: FLAGS })
  try {
    const found = (await magic).detect(bytes)
    return ALIASES[found] ?? found
  } catch {
    // After a fault the memory of the WebAssembly module may be corrupt, so the next file gets a new module.
    magic = undefined
    return UNKNOWN
  }
}

async function head (path: string): Promise<Buffer> {
  const start = await bytesOf(path, 0, HEAD_BYTES)
  const isText = !start.includes(0) || markedEncoding(start) !== undefined
  if (isText) return start.subarray(0, TEXT_HEAD_BYTES)
  const isCompound = start.subarray(0, COMPOUND_SIGNATURE.length).equals(COMPOUND_SIGNATURE)
  return isCompound && start.length === HEAD_BYTES ? await bytesOf(path, 0, COMPOUND_MAX_BYTES) : start
}
