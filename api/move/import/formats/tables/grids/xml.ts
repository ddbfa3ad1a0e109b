import { SaxesParser } from 'saxes'
import type { Archive } from './archive.js'
import { TableError } from '../cells/table.js'

/** Elements in a spreadsheet nest about ten deep. */
const ELEMENTS_MAX_DEPTH = 100
/** Limit for a text, a tag, or an element that is read with everything in it, such as a row. */
const PIECE_MAX_BYTES = 8 * 1024 * 1024
const PIECE_MAX_TAGS = 200_000

export interface Element {
  /** Without its prefix; names of `attributes` include theirs. */
  name: string
  attributes: Readonly<Record<string, string>>
  content: Array<Element | string>
}

/** Elements to read, by their names: with everything in them, or only their tags. */
export type Wanted = Readonly<Record<string, 'whole' | 'tag'>>

/**
 * Reads XML in an archive as a stream, and yields the wanted elements in batches; memory does not depend on its length.
 * Refuses a document type, and with it all entity declarations.
 * @param onProgress called with the share that has been read.
 * @throws TableError when it is not well-formed, or has a document type.
 */
export async function * elementsIn (
  archive: Archive, part: string, wanted: Wanted, onProgress?: (share: number) => void
): AsyncGenerator<Element[]> {
  const { size, stream } = await archive.read(part)
  const parser = new SaxesParser<{ position: false, xmlns: false }>({ position: false, xmlns: false })
  let found: Element[] = []
  /** The elements around the next one, from a wanted one inwards. */
  const around: Element[] = []
  let depth = 0
  let bytes = 0
  /** Of the piece that is being read: the number of bytes before it, and of its tags. */
  let before = 0
  let tags = 0
  const endPiece = (): void => {
    if (around.length > 0) return
    before = bytes
    tags = 0
  }
  parser.on('opentag', ({ name: qualified, attributes }) => {
    endPiece()
    if (++tags > PIECE_MAX_TAGS) throw new TableError(`the XML has a row of more than ${PIECE_MAX_TAGS} tags`)
    if (++depth > ELEMENTS_MAX_DEPTH) throw new TableError(`the XML is nested deeper than ${ELEMENTS_MAX_DEPTH} elements`)
    const name = qualified.slice(qualified.indexOf(':') + 1)
    const element: Element = { name, attributes, content: [] }
    around.at(-1)?.content.push(element)
    if (around.length > 0 || wanted[name] === 'whole') around.push(element)
    else if (wanted[name] === 'tag') found.push(element)
  })
  parser.on('closetag', () => {
    depth--
    const element = around.pop()
    endPiece()
    if (element !== undefined && around.length === 0) found.push(element)
  })
  const onText = (text: string): void => {
    endPiece()
    around.at(-1)?.content.push(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('doctype', () => { throw new TableError('the XML has a document type, which is refused') })
  parser.on('error', ({ message }) => { throw new TableError(`the XML is not well formed: ${message}`) })
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      if (bytes - before > PIECE_MAX_BYTES) throw new TableError(`the XML has a row or text of more than ${PIECE_MAX_BYTES} bytes`)
      onProgress?.(bytes / size)
      yield found
      found = []
    }
    parser.write(decoder.decode()).close()
    yield found
  } finally {
    stream.destroy()
  }
}

export async function * eachIn (archive: Archive, part: string, wanted: Wanted): AsyncGenerator<Element> {
  for await (const elements of elementsIn(archive, part, wanted)) yield * elements
}

/** The elements of a name directly in an element. */
export function childrenOf ({ content }: Element, name: string): Element[] {
  return content.filter((part): part is Element => typeof part !== 'string' && part.name === name)
}
