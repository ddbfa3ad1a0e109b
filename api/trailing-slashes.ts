/** A path or address without the slashes at its end. Takes linear time, unlike the obvious regular expression. */
export function withoutTrailingSlashes (text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
