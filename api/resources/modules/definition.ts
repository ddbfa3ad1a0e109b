import { Module } from '../../../schemas/modules.js'
import type { ComputedType } from '../../computed-type.js'

/** There are none: what modules add to the reference, an embedding application adds by `Extensions`. */
export const modules: ComputedType<'modules', Module> = {
  name: 'modules',
  entity: 'Module',
  schemas: { representation: Module },
  operations: ['search', 'read'],
  members: () => new Map()
}
