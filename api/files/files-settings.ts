import path from 'node:path'
import type { StoreSettings } from '../../files/settings.js'
import { SettingsError, type Settings } from '../runtime/settings/settings.js'

/** Where the settings store files. @throws SettingsError for settings that exclude or need each other. */
export function storeSettings (
  { data, filesAddress, protectFiles, s3Endpoint: endpoint, s3Region: region, ...settings }: Settings
): StoreSettings {
  if (protectFiles && filesAddress !== '') {
    throw new SettingsError(
      'protectFiles and filesAddress exclude each other: at a public address no rights are checked.'
    )
  }
  const folder = path.resolve(data, 'files')
  if (endpoint === '') return { folder, s3: null }
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new SettingsError('s3Endpoint needs s3AccessKeyId and s3SecretAccessKey.')
  }
  return { folder, s3: { endpoint, region, accessKeyId, secretAccessKey } }
}
