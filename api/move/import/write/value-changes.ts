import type { StoredValue, ValueState } from './resource-state.js'

/** The desired state of a value. */
export interface WantedValue extends Omit<ValueState, 'isPublic'> {
  /** Undefined: unchanged; true for new values. */
  isPublic: boolean | undefined
  /** Whether an existing annotation is retained when this value has none. */
  keepsAnnotation: boolean
}

const COMPARED = ['propertyId', 'type', 'text', 'lang', 'uri', 'linkedId'] as const

/**
 * The values of a resource when the values of some properties are replaced. Equal values retain their visibility and
 * annotation at any position; new values take the places of old ones of the same property, and further ones follow.
 * @param isReplaced whether the values of a property are replaced; others are unchanged.
 */
export function replaceValues (
  stored: readonly StoredValue[], wanted: readonly WantedValue[], isReplaced: (propertyId: number) => boolean
): StoredValue[] {
  const unused = stored.filter(({ propertyId }) => isReplaced(propertyId))
  const made = wanted.map((value) => valueAfter(value, takeSame(unused, value)))
  const placed = stored.flatMap((value) => {
    if (!isReplaced(value.propertyId)) return [value]
    const at = made.findIndex(({ propertyId }) => propertyId === value.propertyId)
    return at < 0 ? [] : made.splice(at, 1)
  })
  return [...placed, ...made]
}

/**
 * Sorts the values of some properties in the order of the stored ones; new ones follow.
 * @param unordered ids of the properties.
 */
export function inStoredOrder (
  stored: readonly StoredValue[], wanted: readonly WantedValue[], unordered: ReadonlySet<number>
): WantedValue[] {
  if (!wanted.some(({ propertyId }) => unordered.has(propertyId))) return [...wanted]
  const left = wanted.filter(({ propertyId }) => unordered.has(propertyId))
  const found = stored.flatMap((value) => takeSame(left, value) ?? [])
  return [...wanted.filter(({ propertyId }) => !unordered.has(propertyId)), ...found, ...left]
}

type Content = Pick<ValueState, typeof COMPARED[number]>

/** Removes the value with equal content from the list and returns it. */
function takeSame<V extends Content> (list: V[], wanted: Content): V | undefined {
  const at = list.findIndex((value) => COMPARED.every((key) => value[key] === wanted[key]))
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

/** @param same a stored value with equal content. */
function valueAfter (
  { isPublic, keepsAnnotation, annotation: given, ...content }: WantedValue, same: StoredValue | undefined
): StoredValue {
  const stored = same?.annotation ?? null
  const annotation = given ?? (keepsAnnotation ? stored : null)
  const isAnnotationSame = JSON.stringify(annotation) === JSON.stringify(stored)
  return {
    ...content,
    isPublic: isPublic ?? same?.isPublic ?? true,
    annotation,
    annotationId: isAnnotationSame ? same?.annotationId ?? null : null
  }
}
