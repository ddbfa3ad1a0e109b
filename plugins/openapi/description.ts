import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../../package.js'
import { searchTable } from './examples.js'

const FILE = path.join(packageFolder, 'plugins', 'openapi', 'description.md')

/** The introduction of the document, in Markdown. */
export function description (): string {
  return readFileSync(FILE, 'utf8').replace('{{searches}}', searchTable()).trim()
}
