/** What a statement gives: its rows as lists, the names of their columns, and how many rows it changed. */
export interface Outcome {
  readonly rows: unknown[][]
  readonly names: readonly string[]
  readonly changes: number
}

/** Runs a statement. @param name under which the server keeps it prepared; absent: it is run once. */
export type Run = (text: string, parameters?: readonly unknown[], name?: string) => Promise<Outcome>
