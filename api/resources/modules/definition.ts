import type { ComputedType } from '../../computed-type.js'

/** There are none: what modules add to the reference, an embedding application adds by `Extensions`. */
export const modules: ComputedType = {
  name: 'modules',
  entity: 'Module',
  operations: ['search', 'read'],
  members: () => new Map()
}
