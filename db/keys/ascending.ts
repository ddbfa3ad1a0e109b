/** Binary search in an ascending list: the position of the first number that is not smaller. */
export function positionOf (list: ArrayLike<number>, number: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < number) low = middle + 1
    else high = middle
  }
  return low
}
