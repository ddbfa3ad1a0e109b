import type { Terms } from '../../db/query/statements/terms.js'
import type { ResourceTypes } from '../access/resource-types.js'
import type { PictureContext } from '../files/pictures.js'
import type { DataTypes } from './data-types.js'

/** What representing values needs. */
export interface ValueContext extends PictureContext {
  readonly terms: Terms
  readonly dataTypes: DataTypes
  readonly types: ResourceTypes
  /** Whether values show the ids of their annotations, as `vitrine:annotation`; only collection files have them. */
  readonly namesAnnotations?: boolean
}
