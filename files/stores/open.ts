import type { StoreSettings } from '../settings.js'
import { DiskStore } from './disk-store.js'
import type { FileStore } from './file-store.js'
import { S3Store } from './s3-store.js'

/** Opens the store that the settings describe: object storage when `s3` is set, otherwise the folder. */
export async function openFileStore ({ folder, s3 }: StoreSettings, temporaryFolder: string): Promise<FileStore> {
  return s3 === null ? await DiskStore.open(folder) : new S3Store(s3, temporaryFolder)
}
