import { stat } from 'node:fs/promises'
import { ImportError, suggestion } from '../../pipeline/problems.js'
import { rdfFormat } from './rdf/rdf-format.js'
import { readJsonLines, type SourceFormat } from '../../pipeline/source.js'
import { tableFormat } from './tables/table-format.js'

/** JSON objects, one per line; see readRecord. */
const ndjson: SourceFormat = {
  name: 'ndjson',
  async open (file) {
    const { size } = await stat(file)
    const cut = 'the file ends in the middle of this record'
    return { unit: 'line', size, read: (onProgress) => readJsonLines(file, cut, onProgress) }
  }
}

/** The formats of files of records, by name. */
const FORMATS: ReadonlyMap<string, SourceFormat> = new Map(
  [ndjson, rdfFormat, tableFormat].map((format) => [format.name, format])
)

/** @throws ImportError when there is no such format. */
export function formatNamed (name: string): SourceFormat {
  const format = FORMATS.get(name)
  if (format !== undefined) return format
  const names = [...FORMATS.keys()]
  throw new ImportError(
    `There is no format "${name}"${suggestion(name, names)}, all are ${names.join(', ')}.`
  )
}
