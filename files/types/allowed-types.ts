const openDocument = ['chart', 'database', 'formula', 'graphics', 'presentation', 'spreadsheet', 'text']
  .map((kind) => `application/vnd.oasis.opendocument.${kind}`)

const openXml = ['wordprocessingml.document', 'presentationml.presentation', 'spreadsheetml.sheet']
  .map((kind) => `application/vnd.openxmlformats-officedocument.${kind}`)

/** Media types of media files that a new installation accepts (docs/contract/files.md §4). */
export const DEFAULT_MEDIA_TYPES: readonly string[] = [
  'application/msword', 'application/ogg', 'application/pdf', 'application/rtf', 'application/vnd.ms-access',
  'application/vnd.ms-excel', 'application/vnd.ms-powerpoint', 'application/vnd.ms-project', 'application/vnd.ms-write',
  ...openDocument, ...openXml,
  'application/x-gzip', 'application/x-ms-wmp', 'application/x-msdownload', 'application/x-shockwave-flash',
  'application/x-tar', 'application/zip',
  'audio/midi', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/x-aac', 'audio/x-aiff', 'audio/x-ms-wma',
  'audio/x-ms-wax', 'audio/x-realaudio', 'audio/x-wav',
  'image/bmp', 'image/gif', 'image/jp2', 'image/jpeg', 'image/pjpeg', 'image/png', 'image/tiff', 'image/webp',
  'image/x-icon',
  'text/css', 'text/plain', 'text/richtext',
  // The reference's own comma, because of which it does not accept ASF. Retained, because clients see the list.
  'video/divx', 'video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-ms-asf,',
  'video/x-msvideo', 'video/x-ms-wmv'
]

/** Extensions of media files that a new installation accepts (docs/contract/files.md §4). */
export const DEFAULT_EXTENSIONS: readonly string[] = (
  'aac aif aiff asf asx avi bmp c cc class css divx doc docx exe gif gz gzip h ico j2k jp2 jpe jpeg jpg m4a m4v mdb ' +
  'mid midi mov mp2 mp3 mp4 mpa mpe mpeg mpg mpp odb odc odf odg odp ods odt ogg opus pdf png pot pps ppt pptx qt ra ' +
  'ram rtf rtx swf tar tif tiff txt wav wax webm webp wma wmv wmx wri xla xls xlsx xlt xlw zip'
).split(' ')

/** Extensions that an operator can allow. */
export const ALLOWABLE_EXTENSION = /^[a-z0-9]{1,12}$/

/** Media types of assets; fixed (docs/contract/files.md §8). */
export const ASSET_MEDIA_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Extensions of assets; fixed (docs/contract/files.md §8). */
export const ASSET_EXTENSIONS: readonly string[] = ['jpeg', 'jpg', 'png', 'gif', 'webp']
