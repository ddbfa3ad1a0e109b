import { stateText, type ValueState } from './resource-state.js'

/** The desired state of a value; `isPublic` undefined: unchanged, and true for new values. */
export type WantedValue = Omit<ValueState, 'isPublic'> & { isPublic: boolean | undefined }

const COMPARED = ['propertyId', 'type', 'text', 'lang', 'uri', 'linkedId'] as const

/**
 * The values of a resource when the values of some properties are replaced. Equal values retain their visibility and
 * annotation at any position; new values take the places of old ones of the same property, and further ones follow.
 * @param keepsAnnotations whether equal values retain their annotation when the wanted ones have none.
 * @param isReplaced whether the values of a property are replaced; others are unchanged.
 */
export function replaceValues (
  stored: readonly ValueState[], wanted: readonly WantedValue[], keepsAnnotations: boolean,
  isReplaced: (propertyId: number) => boolean
): ValueState[] {
  const unused = stored.filter(({ propertyId }) => isReplaced(propertyId))
  const made = wanted.map((value) => valueAfter(value, takeSame(unused, value), keepsAnnotations))
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
  stored: readonly ValueState[], wanted: readonly WantedValue[], unordered: ReadonlySet<number>
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
  { isPublic, annotation: given, ...content }: WantedValue, same: ValueState | undefined, keepsAnnotation: boolean
): ValueState {
  const stored = same?.annotation ?? null
  const annotation = given ?? (keepsAnnotation ? stored : null)
  const isAnnotationSame = stateText(annotation) === stateText(stored)
  return {
    ...content,
    isPublic: isPublic ?? same?.isPublic ?? true,
    annotation,
    annotationId: isAnnotationSame ? same?.annotationId ?? null : null
  }
}
