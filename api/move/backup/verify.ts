import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Writable, type Readable } from 'node:stream'
import { checkDatabase } from '../../../db/sqlite/log/integrity.js'
import { readArchive, type Unpacking } from './archive-reader.js'
import { BackupError } from './backup-error.js'
import { checkSpace } from './disk-space.js'
import { DATABASE, type Manifest } from './manifest.js'
import { checkMigration } from './restore.js'

/**
 * Verifies an archive: every checksum, completeness, and the database, for which alone it unpacks into a temporary
 * folder.
 * @param onProgress called with bytes.
 * @throws BackupError
 */
export async function verify (
  source: Readable, onProgress?: (progress: { phase: 'files', done: number, total: number }) => void
): Promise<Manifest> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-check-'))
  const unpacking: Unpacking = {
    async begin (manifest) {
      checkMigration(manifest)
      await checkSpace(folder, manifest.database)
    },
    async open ({ name }) {
      return name === DATABASE
        ? createWriteStream(path.join(folder, DATABASE), { flags: 'wx', mode: 0o600 })
        : new Writable({ write (_chunk, _encoding, next) { next() } })
    },
    onProgress (done, total) { onProgress?.({ phase: 'files', done, total }) }
  }
  try {
    const manifest = await readArchive(source, path.join(folder, 'checksums'), unpacking)
    const [problem] = await checkDatabase(folder)
    if (problem !== undefined) throw new BackupError(`The database in the archive is damaged: ${problem}`)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
