/** One part of a form; a file when it has a file name. */
export interface Part { name: string, content: string | Buffer, filename?: string, type?: string }

export const BOUNDARY = 'torture7MA4YWxkTrZu0gW'

/** A body of `multipart/form-data`, and the header that goes with it. */
export function form (parts: readonly Part[], boundary = BOUNDARY): { headers: Record<string, string>, body: Buffer } {
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n', content, '\r\n'
  ])
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** An item with one uploaded file. */
export function itemWithFile (
  payload: object,
  filename: string,
  content: Buffer
): { headers: Record<string, string>; body: Buffer } {
  const data = { ...payload, 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }
  return form([{ name: 'data', content: JSON.stringify(data) }, { name: 'file[0]', content, filename }])
}
