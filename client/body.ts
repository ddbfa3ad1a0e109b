/**
 * A request body with the media type that its form implies: `multipart/form-data` when a member is a Blob, with the
 * JSON of `data` beside the files; JSON Patch for a list; lines of JSON for a text; otherwise JSON. A Content-Type of
 * the caller's wins.
 */
export function bodyOf (body: unknown): Blob | FormData {
  if (typeof body === 'object' && body !== null && Object.values(body).some((member) => member instanceof Blob)) {
    return formOf(body)
  }
  if (typeof body === 'string') return new Blob([body], { type: 'application/x-ndjson' })
  return new Blob([JSON.stringify(body)], {
    type: Array.isArray(body) ? 'application/json-patch+json' : 'application/json'
  })
}

function formOf (body: object): FormData {
  const form = new FormData()
  for (const [name, member] of Object.entries(body)) {
    if (member instanceof Blob) form.append(name, member)
    else form.append(name, JSON.stringify(member))
  }
  return form
}
