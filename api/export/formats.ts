/** Formats that are written as one stream of text. */
export const STREAM_FORMATS = {
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson' }
} as const

export type StreamFormat = keyof typeof STREAM_FORMATS

export const STREAM_FORMAT_NAMES = Object.keys(STREAM_FORMATS) as readonly StreamFormat[]

export function isStreamFormat (name: string): name is StreamFormat {
  return Object.hasOwn(STREAM_FORMATS, name)
}

/** The format that the name of a file ends with, with `.gz` or without; undefined for any other. */
export function formatOfName (file: string): StreamFormat | undefined {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  return STREAM_FORMAT_NAMES.find((format) => name.endsWith(`.${STREAM_FORMATS[format].extension}`))
}
