import type { Terms } from '../../db/query/statements/terms.js'
import type { ResourceTypes } from '../access/access.js'
import type { PictureContext } from '../files/pictures.js'
import type { DataTypes } from './data-types.js'

/** The context for representing values. By itself, because the published types lead here, and to no table. */
export interface ValueContext extends PictureContext {
  readonly terms: Terms
  readonly dataTypes: DataTypes
  readonly types: ResourceTypes
  /** Whether values contain the ids of their annotations, as `vitrine:annotation`; only in collection files. */
  readonly namesAnnotations?: boolean
}
