import type { ReadContext } from '../../resources/definition/read-context.js'
import type { Arguments } from './arguments.js'
import type { Headers } from './headers.js'
import type { Identifiers } from './identifiers.js'
import type { PublicReader } from './reader.js'
import type { Tokens } from './resumption.js'

/** A request with valid arguments, and the services that answer it. */
export interface OaiRequest {
  args: Arguments
  /** Scheme, host and path of the installation. */
  base: string
  /** Seconds since 1970. */
  now: number
  context: ReadContext
  headers: Headers
  identifiers: Identifiers
  reader: PublicReader
  tokens: Tokens
}
