/** Formats that are written as one stream of text. */
export const STREAM_FORMATS = {
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  tsv: { mediaType: 'text/tab-separated-values; charset=utf-8', extension: 'tsv' }
} as const

export type StreamFormat = keyof typeof STREAM_FORMATS

export const STREAM_FORMAT_NAMES = Object.keys(STREAM_FORMATS) as readonly StreamFormat[]

export function isStreamFormat (name: string): name is StreamFormat {
  return Object.hasOwn(STREAM_FORMATS, name)
}

/** Whether a format has one row for each resource of one type. */
export function isTable (format: StreamFormat): boolean {
  return format === 'csv' || format === 'tsv'
}

/** The format that the name of a file ends with, with `.gz` or without; undefined for any other. */
export function formatOfName (file: string): StreamFormat | undefined {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  return STREAM_FORMAT_NAMES.find((format) => name.endsWith(`.${STREAM_FORMATS[format].extension}`))
}
