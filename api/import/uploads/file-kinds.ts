/** Kinds of file that a page takes for an import, by the extensions of their names. */
const KINDS = {
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  txt: 'table',
  xlsx: 'table',
  ods: 'table'
} as const

export type FileKind = typeof KINDS[keyof typeof KINDS]

/** The extensions, with their dots. */
export const EXTENSIONS: readonly string[] = Object.keys(KINDS).map((extension) => `.${extension}`)

/** What a file is by its name, and the name under which it is kept; undefined when it is of no kind that is taken. */
export function kindOf (filename: string): { kind: FileKind, name: string } | undefined {
  const [, extension = ''] = /\.([a-z]{1,6})$/i.exec(filename) ?? []
  const known = extension.toLowerCase()
  return Object.hasOwn(KINDS, known) ? { kind: KINDS[known as keyof typeof KINDS], name: `file.${known}` } : undefined
}
