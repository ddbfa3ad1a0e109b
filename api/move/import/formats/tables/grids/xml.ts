import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { damaged, type Archive } from './archive.js'
import { TableError, type Row, type TableObserver } from '../cells/table.js'

/** Elements in a spreadsheet nest about ten deep. */
const ELEMENTS_MAX_DEPTH = 100
/** Limit for a text or tag; a spreadsheet cell has at most 32,767 characters. */
const TEXT_MAX_CHARACTERS = 4 * 1024 * 1024

export interface XmlHandler {
  /** @param name without its prefix; names of `attributes` include theirs. */
  open (name: string, attributes: Readonly<Record<string, string>>): void
  close? (name: string): void
  text? (text: string): void
}

/**
 * Parses XML as a stream; memory does not depend on its length. Yields the number of bytes after each chunk, so that
 * the caller can take what the handler has collected. Refuses a document type, and with it all entity declarations.
 * @throws TableError when it is not well-formed, or has a document type.
 */
async function * parseXml (stream: Readable, handler: XmlHandler): AsyncGenerator<number> {
  const parser = new SaxesParser<{ position: false, xmlns: false }>({ position: false, xmlns: false })
  let depth = 0
  let pending = 0
  let bytes = 0
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0
    if (++depth > ELEMENTS_MAX_DEPTH) throw new TableError(`the XML is nested deeper than ${ELEMENTS_MAX_DEPTH} elements`)
    handler.open(withoutPrefix(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    pending = 0
    depth--
    handler.close?.(withoutPrefix(name))
  })
  const onText = (text: string): void => {
    pending = 0
    handler.text?.(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('doctype', () => { throw new TableError('the XML has a document type, which is refused') })
  parser.on('error', ({ message }) => { throw new TableError(`the XML is not well formed: ${message}`) })
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      pending += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      if (pending > TEXT_MAX_CHARACTERS) throw new TableError(`the XML has a text of more than ${TEXT_MAX_CHARACTERS} characters`)
      yield bytes
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    throw damaged(error)
  } finally {
    stream.destroy()
  }
  yield bytes
}

/** Collects rows from the XML of a sheet. */
export interface RowHandler extends XmlHandler {
  /** Whether the rest of the XML has no rows of the sheet. */
  readonly isComplete?: boolean
  /** Returns the completed rows in batches, and resets. */
  take (): Iterable<Row[]>
}

/**
 * The rows of a sheet.
 * @param open opens the archive again for each reading: tables are read several times, and no caller closes them.
 */
export async function * rowsIn (
  open: () => Promise<Archive>, part: string, handler: RowHandler, { onProgress }: TableObserver
): AsyncGenerator<Row[]> {
  const archive = await open()
  try {
    const { size, stream } = await archive.read(part)
    for await (const bytes of parseXml(stream, handler)) {
      onProgress?.(bytes / size)
      yield * handler.take()
      if (handler.isComplete === true) return
    }
  } finally {
    archive.close()
  }
}

/** Parses XML to its end. */
export async function readXml (stream: Readable, handler: XmlHandler): Promise<void> {
  const pieces = parseXml(stream, handler)
  while ((await pieces.next()).done !== true) { /* The handler collects the content. */ }
}

function withoutPrefix (name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
