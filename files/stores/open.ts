import type { FilesSettings } from '../settings.js'
import { DiskStore } from './disk-store.js'
import type { FileStore } from './file-store.js'
import { S3Store } from './s3-store.js'

/** Opens the store that the settings describe: object storage when `s3` is set, otherwise the folder. */
export async function openFileStore (
  settings: Pick<FilesSettings, 'folder' | 's3' | 'publicAddress' | 'temporaryFolder'>
): Promise<FileStore> {
  if (settings.s3 === null) return await DiskStore.open(settings.folder, settings.publicAddress)
  return new S3Store(settings.s3, settings.publicAddress, settings.temporaryFolder)
}
