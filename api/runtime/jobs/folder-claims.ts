import path from 'node:path'
import type { Claim, ClaimName, Claims } from '../../../db/engine/engine.js'
import { lockFile } from '../../../files/own/process-lock.js'

/** Claims among the processes that share a data folder, as lock files in it. */
export class FolderClaims implements Claims {
  constructor (private readonly folder: string) {}

  async take (name: ClaimName): Promise<Claim | undefined> {
    const lock = lockFile(path.join(this.folder, `${name}.lock`))
    return lock === undefined ? undefined : { isHeld: true, release: () => { lock.release() } }
  }
}
