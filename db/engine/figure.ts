/** A number about an engine for those who operate it. */
export interface Figure {
  /** Of the metric, without the prefix of the program. */
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  /** Whether it only grows, from 0 at the start of the process. */
  readonly isTotal?: boolean
}
