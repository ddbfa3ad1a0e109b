import { contentType } from '../../../../files/types/mime-types.js'

/** The file that identifies a folder as an RO-Crate. */
export const CRATE_METADATA = 'ro-crate-metadata.json'

export interface Part {
  /** Path within the crate. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** Description of the whole crate. */
export interface CrateFacts {
  readonly title: string
  /** URL of the source's API, or a name. */
  readonly source: string
  /** ISO 8601. */
  readonly moment: string
  readonly records: number
  /** Name of the collection file. */
  readonly collection: string
}

const RIGHTS = '#rights'

/**
 * The metadata of an RO-Crate (https://www.researchobject.org/ro-crate/specification/1.1/), generated in chunks,
 * because the list of files may not fit into memory.
 * @param parts returns the files; called twice.
 */
export async function * metadata (facts: CrateFacts, parts: () => AsyncIterable<Part>): AsyncGenerator<string> {
  yield '{"@context":"https://w3id.org/ro/crate/1.1/context","@graph":[\n'
  yield `${JSON.stringify({
    '@id': CRATE_METADATA,
    '@type': 'CreativeWork',
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    about: { '@id': './' }
  })},\n`
  const root = JSON.stringify({
    '@id': './',
    '@type': 'Dataset',
    name: facts.title,
    description: `${facts.records} records of ${facts.source} as of ${facts.moment}, with their files. The records are ` +
      `in ${facts.collection}, one JSON-LD object a line. manifest-sha256.txt has the checksums of all files.`,
    datePublished: facts.moment,
    license: { '@id': RIGHTS }
  })
  yield `${root.slice(0, -1)},"hasPart":[`
  let isFirst = true
  for await (const { name } of parts()) {
    yield `${isFirst ? '' : ','}${JSON.stringify({ '@id': encodeURI(name) })}`
    isFirst = false
  }
  yield ']}'
  yield `,\n${JSON.stringify({
    '@id': RIGHTS,
    '@type': 'CreativeWork',
    name: 'As each record says',
    description: 'The rights to a record and its files are those that the record states.'
  })}`
  for await (const { name, size } of parts()) {
    yield `,\n${JSON.stringify({
      '@id': encodeURI(name),
      '@type': 'File',
      name: name === facts.collection ? 'The records' : name.slice(name.lastIndexOf('/') + 1),
      contentSize: String(size),
      encodingFormat: name === facts.collection ? 'application/x-ndjson' : contentType(name)
    })}`
  }
  yield '\n]}\n'
}

/** The checksums of the files, in the format of `sha256sum --check`. */
export async function * manifest (parts: () => AsyncIterable<Part>): AsyncGenerator<string> {
  for await (const { name, sha256 } of parts()) yield `${sha256}  ${name}\n`
}
