import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** A stream that measures the bytes that it passes on. */
export class Measured extends Transform {
  readonly #hash = createHash('sha256')
  #size = 0
  #sha256 = ''

  override _transform (chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#size += chunk.length
    done(null, chunk)
  }

  override _flush (done: () => void): void {
    this.#sha256 = this.#hash.digest('hex')
    done()
  }

  /** Size and SHA-256, in hexadecimal, of all bytes. */
  get result (): { size: number, sha256: string } {
    return { size: this.#size, sha256: this.#sha256 }
  }
}
