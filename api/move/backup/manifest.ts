import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/**
 * The entries of an archive, in this order: the manifest, the database, the settings if there are any, the stored files
 * below `files/`, and the checksums of all of them, in the format of `sha256sum`. An archive without its last entry was
 * cut short.
 */
export const MANIFEST = 'backup.json'
export const DATABASE = 'vitrine.db'
export const SETTINGS = 'vitrine.json'
export const FILES = 'files/'
export const CHECKSUMS = 'SHA256SUMS'

/** Version of this format. */
export const FORMAT = 1

const Whole = Type.Integer({ minimum: 0 })

const ManifestSchema = Type.Object({
  '@type': Type.Literal('vitrine:Backup'),
  format: Type.Integer({ minimum: 1 }),
  /** Of the Vitrine that made the archive. */
  version: Type.String(),
  /** Time of the newest migration that the database has seen. */
  migration: Type.Number(),
  /** Id of the installation; absent in archives of older versions, null when none has opened the database since. */
  installation: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** The moment that the backup shows. */
  moment: Type.String(),
  /** Bytes of the database. */
  database: Whole,
  /** Stored files and their bytes together; null when they were left out. `missing`: they are gone, rows name them. */
  files: Type.Union([Type.Object({ number: Whole, bytes: Whole, missing: Whole }), Type.Null()]),
  /** Bytes of the settings; null when there are none. */
  settings: Type.Union([Whole, Type.Null()]),
  /** Settings that were left out, because they are secret or do not hold for a copy. */
  omitted: Type.Array(Type.String()),
  /** Rows by resource type, for people. */
  counts: Type.Record(Type.String(), Whole)
})

/** What an archive says of itself. */
export type Manifest = Static<typeof ManifestSchema>

/** Bytes of all that is unpacked. */
export function unpackedSize ({ database, files, settings }: Manifest): number {
  return database + (files?.bytes ?? 0) + (settings ?? 0)
}

/** @returns undefined when the text is no manifest, of whatever version. */
export function readManifest (text: string): Manifest | { format: number, version: unknown } | undefined {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Value.Check(ManifestSchema, content)) return content
  const { '@type': type, format, version } = (content ?? {}) as Record<string, unknown>
  return type === 'vitrine:Backup' && typeof format === 'number' && format > FORMAT ? { format, version } : undefined
}
