import { BASE } from './base.js'
import { bytesOf, copied, textOf } from './byte-text.js'

/** A stretch of JSON text that several answers may show: its bytes are kept for all of them. */
export interface SharedText {
  /** The very same bytes each time, as long as all ask for the same base. @param base what addresses begin with. */
  bytes (base: string): Buffer
  text (base: string): string
  /** Whether it is so short that the lists which show it have a copy, too, to be sent in one piece. */
  readonly isCopied: boolean
}

/** Counts what texts take in memory. */
export interface SizeListener {
  /** Called when a text takes other memory than before, because it is kept as bytes from now on. */
  sizeChanged (): void
}

/** Bytes from which on a text is not copied. */
const LONG = 64 * 1024

/**
 * A JSON text that is kept once: as it was made, and as soon as it is sent, as the bytes that were sent instead. They
 * are outside of V8's heap, which has to copy a string twice and to collect it.
 */
export class KeptText implements SharedText {
  /** As bytes (byte-text.ts) with BASE in place of the address; undefined when it can be made from the other ones. */
  #template: string | undefined
  #bytes: Buffer | undefined
  /** The address in the bytes. */
  #base = BASE
  listener: SizeListener | undefined

  /** @param template the JSON text, with BASE in place of the address. */
  constructor (template: string) {
    this.#template = bytesOf(template)
  }

  /** Bytes of the text, roughly. */
  get length (): number {
    return this.#bytes?.length ?? this.#template!.length
  }

  get isCopied (): boolean {
    return this.length < LONG
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
    // A text may have the address by itself, which is no placeholder then.
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
