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

/** Counts what texts take. */
export interface Keeper {
  /** @param more how many bytes more a text takes than before, because it is kept as bytes from now on. */
  grew (more: number): void
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
  keeper: Keeper | undefined

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

  get #taken (): number {
    return (this.#bytes?.length ?? 0) + (this.#template?.length ?? 0)
  }

  bytes (base: string): Buffer {
    if (this.#bytes !== undefined && this.#base === base) return this.#bytes
    const before = this.#taken
    const template = this.#asTemplate()
    const address = bytesOf(base)
    const text = template.replaceAll(BASE, address)
    this.#template = isFound(address, text, template) ? undefined : template
    this.#bytes = copied(text)
    this.#base = base
    this.keeper?.grew(this.#taken - before)
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

/**
 * Whether a template can be made from the text with the address. A text may have the address by itself, too, which is
 * no placeholder then.
 */
function isFound (address: string, text: string, template: string): boolean {
  if (address === '') return false
  // Where the address stands twice, one may begin within the other.
  return overlapsItself(address) ? text.replaceAll(address, BASE) === template : !template.includes(address)
}

/** What was asked last: nearly always it is asked for the same address. */
let last = { text: '', does: false }

/** Whether a text can begin before its end: whether it ends as it begins. */
function overlapsItself (text: string): boolean {
  if (text !== last.text) last = { text, does: endsAsItBegins(text) }
  return last.does
}

/**
 * Clients name addresses, so however long one is, each of its characters is looked at a few times at the most (the
 * prefix function of Knuth, Morris and Pratt).
 */
function endsAsItBegins (text: string): boolean {
  const same = new Uint32Array(text.length)
  for (let at = 1; at < text.length; at++) {
    let length = same[at - 1]!
    while (length > 0 && text[at] !== text[length]) length = same[length - 1]!
    same[at] = text[at] === text[length] ? length + 1 : 0
  }
  return same.at(-1)! > 0
}
