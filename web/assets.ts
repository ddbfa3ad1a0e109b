import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../package.js'

const FOLDER = path.join(packageFolder, 'web', 'assets')

/** A style sheet, script or picture of the pages. All are read into memory, because they are few and small. */
interface AssetFile { name: string, type: string, body: Buffer, version: string }

function load (name: string, type: string): AssetFile {
  const body = readFileSync(path.join(FOLDER, name))
  return { name, type, body, version: createHash('sha256').update(body).digest('base64url').slice(0, 12) }
}

export const assetFiles = {
  style: load('vitrine.css', 'text/css; charset=utf-8'),
  script: load('vitrine.js', 'text/javascript; charset=utf-8'),
  mark: load('mark.svg', 'image/svg+xml'),
  exploreStyle: load('explore.css', 'text/css; charset=utf-8'),
  exploreScript: load('explore.js', 'text/javascript; charset=utf-8'),
  jobsStyle: load('jobs.css', 'text/css; charset=utf-8'),
  jobsScript: load('jobs.js', 'text/javascript; charset=utf-8'),
  importStyle: load('import.css', 'text/css; charset=utf-8'),
  docsStyle: load('api-docs.css', 'text/css; charset=utf-8'),
  docsScript: load('api-docs.js', 'text/javascript; charset=utf-8')
} as const

export type AssetName = keyof typeof assetFiles

/** The icon that browsers request for documents that do not name one. */
export const icon = load('favicon.ico', 'image/vnd.microsoft.icon')

/** URLs of the files. They contain the version, so that browsers may cache them without limit. */
export function assetAddresses (mount: string): Record<AssetName, string> {
  const address = ({ name, version }: AssetFile): string => `${mount}/admin/assets/${name}?v=${version}`
  const addresses = Object.entries(assetFiles).map(([name, file]) => [name, address(file)])
  return Object.fromEntries(addresses) as Record<AssetName, string>
}
