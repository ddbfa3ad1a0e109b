import path from 'node:path'
import { defaultFilesSettings, type FilesSettings, type S3Settings } from '../../files/settings.js'
import { SettingsError, type Settings } from '../runtime/settings/settings.js'
import { withoutTrailingSlashes } from '../core/text/trailing-slashes.js'

/**
 * Settings for `files/`, made from the program's. Settings that the database stores have their defaults here.
 * @throws SettingsError for settings that exclude each other.
 */
export function filesSettings (settings: Settings): FilesSettings {
  const { data, filesAddress, protectFiles, allowPrivateAddresses, remoteTimeout, remoteLimit } = settings
  if (protectFiles && filesAddress !== '') {
    throw new SettingsError(
      'protectFiles and filesAddress exclude each other: at a public address no rights are checked.'
    )
  }
  return {
    ...defaultFilesSettings,
    folder: path.resolve(data, 'files'),
    s3: s3Settings(settings),
    publicAddress: filesAddress === '' ? null : withoutTrailingSlashes(filesAddress),
    thumbnailSizes: {
      large: settings.thumbnailLarge, medium: settings.thumbnailMedium, square: settings.thumbnailSquare
    },
    allowPrivateAddresses,
    remoteTimeout,
    remoteLimit,
    privateHosts: settings.webhookHosts
  }
}

function s3Settings (
  { s3Endpoint: endpoint, s3Region: region, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey }: Settings
): S3Settings | null {
  if (endpoint === '') return null
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new SettingsError('s3Endpoint needs s3AccessKeyId and s3SecretAccessKey.')
  }
  return { endpoint, region, accessKeyId, secretAccessKey }
}
