/** Formats of files that the page accepts for an import, by extension. */
const FORMATS = {
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  txt: 'table',
  xlsx: 'table',
  ods: 'table',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  jsonld: 'rdf',
  ttl: 'rdf',
  nt: 'rdf',
  nq: 'rdf',
  rdf: 'rdf',
  owl: 'rdf'
} as const

/** The name of an import format (api/move/import/formats/formats.ts). */
export type FileFormat = typeof FORMATS[keyof typeof FORMATS]

/** The extensions with their dots. */
export const EXTENSIONS: readonly string[] = [...Object.keys(FORMATS).map((extension) => `.${extension}`), '.gz']

/** The format and extension (without `.gz`) of a file name; undefined when unknown. */
export function formatOf (filename: string): { format: FileFormat, extension: string } | undefined {
  const [, extension = ''] = /\.([a-z]{1,6})(?:\.gz)?$/i.exec(filename) ?? []
  const known = extension.toLowerCase()
  if (!Object.hasOwn(FORMATS, known)) return undefined
  return { format: FORMATS[known as keyof typeof FORMATS], extension: known }
}
