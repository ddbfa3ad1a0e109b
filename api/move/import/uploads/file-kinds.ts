/** Formats of files that a page takes for an import, by the extensions of their names. */
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

/** The name of a format of imports (api/move/import/formats/formats.ts). */
export type FileFormat = typeof FORMATS[keyof typeof FORMATS]

/** The extensions, with their dots. */
export const EXTENSIONS: readonly string[] = [...Object.keys(FORMATS).map((extension) => `.${extension}`), '.gz']

/** The format of a file by its name, and its extension but for `.gz`; undefined when it is of none. */
export function formatOf (filename: string): { format: FileFormat, extension: string } | undefined {
  const [, extension = ''] = /\.([a-z]{1,6})(?:\.gz)?$/i.exec(filename) ?? []
  const known = extension.toLowerCase()
  if (!Object.hasOwn(FORMATS, known)) return undefined
  return { format: FORMATS[known as keyof typeof FORMATS], extension: known }
}
