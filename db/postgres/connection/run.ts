/** Result of a statement: its rows as arrays, the names of the columns, and the number of changed rows. */
export interface Outcome {
  readonly rows: unknown[][]
  readonly names: readonly string[]
  readonly changes: number
}

/** Runs a statement. @param name under which the server stores it prepared; absent: it is run once. */
export type Run = (text: string, parameters?: readonly unknown[], name?: string) => Promise<Outcome>
