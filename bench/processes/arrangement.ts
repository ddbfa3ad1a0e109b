/** The processes that serve a collection together. */
export interface Arrangement {
  /** Address of the database in PostgreSQL; absent: the file in the data folder. */
  readonly database?: string | undefined
  /** Processes of each node. */
  readonly workers?: number
  /** Servers, each with a data folder of its own. */
  readonly nodes?: number
}
