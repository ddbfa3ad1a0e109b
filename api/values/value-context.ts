import type { Terms } from '../../db/terms.js'
import type { PictureContext } from '../files/pictures.js'
import type { DataTypes } from './data-types.js'

/** What values are represented from. */
export interface ValueContext extends PictureContext {
  readonly terms: Terms
  readonly dataTypes: DataTypes
}
