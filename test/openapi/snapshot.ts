import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { build, type Ending } from '../helper.js'

/** The document as it is in the repository, so that a review shows every change of the interface. */
export const SNAPSHOT = path.join(packageFolder, 'docs', 'openapi.json')

/** Addresses in it begin with this. */
export const BASE = 'https://example.org'

/** The document as the program makes it now. */
export async function currentDocument (t: Ending): Promise<string> {
  const { send } = await build(t, { baseUrl: BASE })
  const response = await send({ url: '/api/openapi.json' })
  return `${JSON.stringify(response.json(), null, 2)}\n`
}

export async function snapshot (): Promise<string> {
  return await readFile(SNAPSHOT, 'utf8')
}
