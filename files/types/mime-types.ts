import { createRequire } from 'node:module'
import type mime from 'mime-types'

const require = createRequire(import.meta.url)
let loaded: typeof mime | undefined

/**
 * The table of media types and extensions. Loaded on demand: it sorts itself, which takes longer than most commands
 * run.
 */
export function mimeTypes (): typeof mime {
  loaded ??= require('mime-types') as typeof mime
  return loaded
}
