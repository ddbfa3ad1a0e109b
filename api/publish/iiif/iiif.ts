import path from 'node:path'
import { FileCache } from '../../../files/images/file-cache.js'
import type { Services } from '../../resources/definition/services.js'
import type { Settings } from '../../runtime/settings/settings.js'
import { Extents, LocalFiles } from './extents.js'
import { ImageService } from './image/image-service.js'
import { Manifests, type Readable } from './presentation/manifests.js'

const MEGABYTE = 1024 * 1024

/** The IIIF APIs: manifests of items, collections of item sets, images of media. */
export class Iiif {
  readonly images: ImageService
  readonly manifests: Manifests

  constructor (services: Services, settings: Settings, api: Readable) {
    const { store, files } = services
    const cache = new FileCache(path.join(files.work.temporary, 'pictures'), settings.iiifCache * MEGABYTE)
    const local = new LocalFiles(files.store, cache)
    const extents = new Extents(store, local)
    const limits = { side: settings.iiifMaxSide, area: settings.iiifMaxArea }
    this.images = new ImageService({ media: api.media, extents, local, cache, limits })
    this.manifests = new Manifests(services, settings, api, extents, limits)
  }
}
