import { Module } from '../../../schemas/administration/modules.js'
import { onlyAdmins } from '../../access/access.js'
import type { ComputedType } from '../definition/computed-type.js'

/**
 * Always empty: the reference application is extended by modules, Vitrine by the embedding application (see
 * extensions.ts).
 */
export const modules: ComputedType<'modules', Module> = {
  name: 'modules',
  entity: 'Module',
  schemas: { representation: Module },
  operations: ['search', 'read'],
  allows: onlyAdmins,
  members: () => new Map()
}
