import { opendir } from 'node:fs/promises'
import path from 'node:path'
import { groupBy } from '../../../../../core/sequence/group-by.js'
import { addTo } from '../../../../pipeline/lines.js'
import type { SourceRecord } from '../../../../pipeline/source.js'
import type { FittedMapping } from './mapping.js'
import { TableError, type Row } from '../cells/table.js'

/** Names of files are in memory. */
const FILES_MAX = 1_000_000

/** Endings of files that are not media although they are in a folder of pictures. */
const NO_MEDIA = /\.(?:json|csv|tsv|tab|xlsx|ods|db|ini|gz)$/i

/** Suffix of an identifier when a row has several files: 1234_1.jpg, 1234_2.jpg, 1234 (2).jpg. */
const NUMBER = /(?:_\d{1,4}| \(\d{1,4}\))$/

/** Characters that some operating system does not allow in file names. */
const NOT_IN_NAMES = /[/\\:*?"<>|]/g

/** The files of a folder by the identifiers in their names. */
export interface FolderFiles {
  /** Adds the files of a row as its media. */
  addTo (made: SourceRecord, row: Row): void
  /** Files that no row has used so far. */
  unused (): string[]
}

/**
 * Finds the files of a folder.
 * @param table ignored if it is in the folder.
 * @throws TableError when the mapping has no identifier column.
 */
export async function filesIn (folder: string, table: string, { columns }: FittedMapping): Promise<FolderFiles> {
  const column = columns.find(({ isIdentifier }) => isIdentifier === true) ??
    columns.find(({ target }) => target.kind === 'values' && target.property.term === 'dcterms:identifier')
  if (column === undefined) {
    throw new TableError('files can be found by their names only if a column has the identifiers of the rows')
  }
  const found: Array<{ file: string, name: string }> = []
  for await (const entry of await opendir(folder, { recursive: true })) {
    // Node.js before 20.12 has only `path`.
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || entry.name.startsWith('.') || NO_MEDIA.test(entry.name)) continue
    if (path.resolve(file) === path.resolve(table)) continue
    found.push({ file: path.relative(folder, file), name: path.parse(file).name })
    if (found.length > FILES_MAX) throw new TableError(`${folder} has more than ${FILES_MAX} files`)
  }
  const { compare } = new Intl.Collator('en', { numeric: true })
  found.sort((a, b) => compare(a.name, b.name) || compare(a.file, b.file))
  const unused = new Set(found.map(({ file }) => file))
  const named = found.flatMap(({ file, name }) =>
    Array.from(new Set([nameOf(name), nameOf(name.replace(NUMBER, ''))]), (key) => ({ key, file })))
  const byIdentifier = groupBy(named, ({ key }) => key)
  return {
    addTo ({ record }, { cells }) {
      const identifier = (cells[column.position - 1] ?? '').trim()
      if (identifier === '') return
      for (const { file } of byIdentifier.get(nameOf(identifier)) ?? []) {
        unused.delete(file)
        addTo(record, 'o:media', { 'o:ingester': 'upload', file })
      }
    },
    unused: () => [...unused]
  }
}

function nameOf (identifier: string): string {
  return identifier.replaceAll(NOT_IN_NAMES, '_').normalize('NFC').toLowerCase()
}
