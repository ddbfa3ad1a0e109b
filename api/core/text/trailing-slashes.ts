/** Removes slashes from the end of a path or URL. Takes linear time, unlike the obvious regular expression. */
export function withoutTrailingSlashes (text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
