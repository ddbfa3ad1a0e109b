/** A metric of an engine, for operators. */
export interface Figure {
  /** Name of the metric, without the prefix of the program. */
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  /** Whether it is a counter, from 0 at the start of the process. */
  readonly isTotal?: boolean
}
