import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, TABLE_FORMATS, type ExportFormat } from '../../../../schemas/exchange/exports.js'

export function isExportFormat (name: string): name is ExportFormat {
  return Object.hasOwn(EXPORT_FORMATS, name)
}

/** Whether a format has one row for each resource of one type. */
export function isTable (format: ExportFormat): boolean {
  return TABLE_FORMATS.includes(format)
}

/** The format of a file name's extension, with or without `.gz`; undefined for any other. */
export function formatOfName (file: string): ExportFormat | undefined {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  return EXPORT_FORMAT_NAMES.find((format) => name.endsWith(`.${format}`))
}
