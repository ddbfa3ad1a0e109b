import { BASE } from './base.js'
import { bytesOf, copied, textOf } from './byte-text.js'

/** A piece of JSON text that several answers share, so that its bytes exist only once. */
export interface SharedText {
  /** The identical buffer each time, as long as the base is the same. @param base beginning of URLs. */
  bytes (base: string): Buffer
  text (base: string): string
  /** Whether it is so short that lists containing it make a copy, to be sent in one piece. */
  readonly isCopied: boolean
}

/** Receives changes of the size of texts in memory. */
export interface SizeListener {
  /** Called when a text takes more or less memory than before, because it is now stored as bytes. */
  sizeChanged (): void
}

/** Texts with at least this many bytes are not copied. */
const COPY_BELOW_BYTES = 64 * 1024

/**
 * A JSON text that is stored only once: first as a string, and once it was sent, as the bytes that were sent. These
 * are outside of V8's heap, which would copy a string twice and garbage-collect it.
 */
export class JsonText implements SharedText {
  /** Encoded (byte-text.ts), with BASE in place of the URL's base; undefined if it can be restored from `#bytes`. */
  #template: string | undefined
  #bytes: Buffer | undefined
  /** The base of the URLs in `#bytes`. */
  #base = BASE
  listener: SizeListener | undefined

  /** @param template the JSON text, with BASE in place of the URL's base. */
  constructor (template: string) {
    this.#template = bytesOf(template)
  }

  /** Approximate size of the text in bytes. */
  get length (): number {
    return this.#bytes?.length ?? this.#template!.length
  }

  get isCopied (): boolean {
    return this.length < COPY_BELOW_BYTES
  }

  /** Bytes that it takes in memory. */
  get bytesInMemory (): number {
    return (this.#bytes?.length ?? 0) + (this.#template?.length ?? 0)
  }

  bytes (base: string): Buffer {
    if (this.#bytes !== undefined && this.#base === base) return this.#bytes
    const template = this.#asTemplate()
    const address = bytesOf(base)
    const text = template.replaceAll(BASE, address)
    // If the text itself contains the base, the template cannot be restored from the bytes.
    this.#template = address !== '' && text.replaceAll(address, BASE) === template ? undefined : template
    this.#bytes = copied(text)
    this.#base = base
    this.listener?.sizeChanged()
    return this.#bytes
  }

  text (base: string): string {
    if (this.#bytes !== undefined && this.#base === base) return this.#bytes.toString()
    return textOf(this.#asTemplate().replaceAll(BASE, bytesOf(base)))
  }

  #asTemplate (): string {
    return this.#template ?? this.#bytes!.toString('latin1').replaceAll(bytesOf(this.#base), BASE)
  }
}
