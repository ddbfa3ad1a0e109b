/** What `vitrine import` did. */
export interface ImportResult {
  resources: number
  values: number
  seconds: number
  resourcesPerSecond: number
  valuesPerSecond: number
  /** Bytes of memory at most; undefined where the system does not tell. */
  memory: number | undefined
  fileBytes: number
  databaseBytes: number
}

/** One workload, beside a server that sends the same bytes from memory. */
export interface WorkloadResult {
  name: string
  title: string
  /** Different requests that were sent over and over. */
  different: number
  /** Average length of a body, in bytes. */
  bytes: number
  perSecond: number
  barePerSecond: number
  ratio: number
  /** In milliseconds. */
  p50: number
  p99: number
  /** CPU time of the server for a request, in microseconds; less is known where the system does not tell. */
  cpu: number | undefined
  bareCpu: number | undefined
  /** What went on meanwhile. */
  note?: string
}

/** Searches that a server which has just started sees for the first time, one after the other; in milliseconds. */
export interface ColdResult {
  name: string
  title: string
  queries: number
  median: number
  worst: number
}

export interface Results {
  vitrine: string
  node: string
  /** Resources that were asked for. */
  scale: number
  seconds: number
  connections: number
  import: ImportResult
  /** From starting the program to its first answer, in seconds. */
  startSeconds: number
  /** Of the server after everything else, in bytes; undefined where the system does not tell. */
  memory: number | undefined
  workloads: WorkloadResult[]
  cold: ColdResult[]
}
