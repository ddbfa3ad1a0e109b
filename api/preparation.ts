/** Slow work done before a transaction, and what becomes of it when that is committed or has failed. */
export interface Preparation<Prepared> {
  prepared: Prepared
  keep? (): Promise<void>
  discard (): Promise<void>
}

/** Work to be done once a change is committed, such as removing files that nothing names any more. */
export type AfterCommit = () => Promise<void>
