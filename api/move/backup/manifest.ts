import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { jsonIn } from '../../core/calls/given.js'

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

/** An archive cannot be made or used. The message is a sentence for the user. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Version of this format. */
export const FORMAT = 1

const Whole = Type.Integer({ minimum: 0 })

const ManifestSchema = Type.Object({
  '@type': Type.Literal('vitrine:Backup'),
  format: Type.Integer({ minimum: 1 }),
  /** Version of the Vitrine that made the archive. */
  version: Type.String(),
  /** Time of the newest migration applied to the database. */
  migration: Type.Number(),
  /** Id of the installation; absent in archives of older versions, null when the database has no id yet. */
  installation: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Time of the snapshot. */
  moment: Type.String(),
  /** Bytes of the database. */
  database: Whole,
  /**
   * Number and total bytes of the stored files; null when they were left out. `missing`: rows name them, but they do
   * not exist.
   */
  files: Type.Union([Type.Object({ number: Whole, bytes: Whole, missing: Whole }), Type.Null()]),
  /** Bytes of the settings; null when there are none. */
  settings: Type.Union([Whole, Type.Null()]),
  /** Settings that were left out, because they are secret or do not apply to a copy. */
  omitted: Type.Array(Type.String()),
  /** Rows by resource type, for display. */
  counts: Type.Record(Type.String(), Whole)
})

/** The description of an archive, which is its first entry. */
export type Manifest = Static<typeof ManifestSchema>

/** Total bytes of the unpacked content. */
export function unpackedSize ({ database, files, settings }: Manifest): number {
  return database + (files?.bytes ?? 0) + (settings ?? 0)
}

/** @returns undefined when the text is not a manifest of any version. */
export function readManifest (text: string): Manifest | { format: number, version: unknown } | undefined {
  const content = jsonIn(text)
  if (Value.Check(ManifestSchema, content)) return content
  const { '@type': type, format, version } = (content ?? {}) as Record<string, unknown>
  return type === 'vitrine:Backup' && typeof format === 'number' && format > FORMAT ? { format, version } : undefined
}
