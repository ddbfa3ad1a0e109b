import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { damaged } from './archive.js'
import { TableError } from '../cells/table.js'

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
export async function * parseXml (stream: Readable, handler: XmlHandler): AsyncGenerator<number> {
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

/** Parses XML to its end. */
export async function readXml (stream: Readable, handler: XmlHandler): Promise<void> {
  const pieces = parseXml(stream, handler)
  while ((await pieces.next()).done !== true) { /* The handler collects the content. */ }
}

function withoutPrefix (name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
