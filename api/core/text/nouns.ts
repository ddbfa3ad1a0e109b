// Names of things in messages; those of resource types are derived from entity names.

/** @example noun('ItemSet') // 'item set' */
export function noun (entity: string): string {
  return entity.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** @example nouns('Property') // 'properties' */
export function nouns (entity: string): string {
  const one = noun(entity)
  if (one.endsWith('media')) return one
  if (one.endsWith('y')) return `${one.slice(0, -1)}ies`
  return one.endsWith('s') ? `${one}es` : `${one}s`
}

/** @example counted(1, 'item set') // '1 item set' */
export function counted (number: number, one: string): string {
  return `${number} ${number === 1 ? one : nouns(one)}`
}
