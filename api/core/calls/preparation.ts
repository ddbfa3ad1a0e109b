/** The result of slow work done before a transaction, with hooks for its commit and its failure. */
export interface Preparation<Prepared> {
  prepared: Prepared
  keep? (): Promise<void>
  discard (): Promise<void>
}

/** Work to do after a change is committed, such as removing files that no row refers to any more. */
export type AfterCommit = () => Promise<void>
