import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { BusyError } from '../../../core/calls/errors.js'

/** Rests after a slice of what is made ahead, as a multiple of the time that the slice took. */
const REST = 2

/** Makes what is due, by its property. Both may take long: they call `pause` now and then. */
interface Maker {
  /** @param isUrgent somebody waits, even if others have to go. */
  column: (propertyId: number, isUrgent: boolean) => Promise<void>
  /** Puts the labels of a column in order. @returns false when it gave way: it is to be called again. */
  order: (propertyId: number) => Promise<boolean>
}

/**
 * The columns that are to be made, and those whose labels are to be put in order: one after the other, in the
 * background, first what somebody waits for.
 */
export class ColumnQueue {
  readonly #maker: Maker
  /** Properties whose columns are to be made; true: somebody waits. */
  readonly #due = new Map<number, boolean>()
  /** Properties whose labels are to be put in order; true: somebody waits. */
  readonly #orderDue = new Map<number, boolean>()
  #work: Promise<void> | undefined
  /** Called when a column or an order has been made. */
  readonly #waiting: Array<() => void> = []

  constructor (maker: Maker) {
    this.#maker = maker
  }

  request (propertyId: number, isUrgent: boolean): void {
    this.#due.set(propertyId, isUrgent || this.#due.get(propertyId) === true)
    this.#start()
  }

  requestOrder (propertyId: number, isUrgent: boolean): void {
    this.#orderDue.set(propertyId, isUrgent || this.#orderDue.get(propertyId) === true)
    this.#start()
  }

  /** Whether a column is to be made, or being made. */
  isDue (propertyId: number): boolean {
    return this.#due.has(propertyId)
  }

  /** Whether somebody waits for something else than the order of these labels. */
  isOvertaken (propertyId: number): boolean {
    return this.#isUrgent && this.#orderDue.get(propertyId) !== true
  }

  /** Waits as long as a column is to be made. @param end on `performance.now()`'s clock. @throws BusyError then. */
  async made (propertyId: number, end: number): Promise<void> {
    await this.#while(() => this.#due.has(propertyId), end)
  }

  /** Waits as long as an order of the labels of a column is to be made, like `made`. */
  async ordered (propertyId: number, end: number): Promise<void> {
    await this.#while(() => this.#orderDue.has(propertyId), end)
  }

  /** Waits until everything that is due is made. */
  async settled (): Promise<void> {
    while (this.#work !== undefined) await this.#work
  }

  /**
   * To be awaited between two slices of work: what nobody waits for leaves most of a processor to those who are asking.
   *
   * @param sliceBegan when the slice before it began, on `performance.now()`'s clock.
   */
  async pause (sliceBegan: number): Promise<void> {
    await (this.#isUrgent ? nextTurn() : delay(REST * (performance.now() - sliceBegan)))
  }

  /** Whether somebody waits for anything that is to be made. */
  get #isUrgent (): boolean {
    return [...this.#due.values(), ...this.#orderDue.values()].includes(true)
  }

  async #while (isDue: () => boolean, end: number): Promise<void> {
    while (isDue()) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, end - performance.now()).unref()
        this.#waiting.push(resolve)
      })
      if (performance.now() >= end && isDue()) {
        throw new BusyError('The values are being prepared for counting. Try again in a moment.')
      }
    }
  }

  #start (): void {
    this.#work ??= this.#makeAll().finally(() => { this.#work = undefined })
  }

  async #makeAll (): Promise<void> {
    while (this.#due.size > 0 || this.#orderDue.size > 0) {
      await nextTurn()
      const urgent = urgentOf(this.#due)
      const ordered = urgentOf(this.#orderDue) ?? (this.#due.size === 0 ? [...this.#orderDue.keys()][0] : undefined)
      if (urgent === undefined && ordered !== undefined) await this.#makeOrder(ordered)
      else await this.#makeColumn(urgent ?? [...this.#due.keys()][0]!)
    }
  }

  async #makeColumn (propertyId: number): Promise<void> {
    try {
      await this.#maker.column(propertyId, this.#due.get(propertyId) === true)
    } finally {
      this.#due.delete(propertyId)
      this.#tellWaiting()
    }
  }

  async #makeOrder (propertyId: number): Promise<void> {
    let isDone = true
    try {
      isDone = await this.#maker.order(propertyId)
    } finally {
      if (isDone) this.#orderDue.delete(propertyId)
      this.#tellWaiting()
    }
  }

  #tellWaiting (): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** The first of what is due for which somebody waits. */
function urgentOf (due: ReadonlyMap<number, boolean>): number | undefined {
  for (const [propertyId, isUrgent] of due) if (isUrgent) return propertyId
  return undefined
}
