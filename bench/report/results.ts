/** Result of `vitrine import`. */
export interface ImportResult {
  resources: number
  values: number
  seconds: number
  resourcesPerSecond: number
  valuesPerSecond: number
  /** Peak memory in bytes; undefined where the system does not report it. */
  memory: number | undefined
  fileBytes: number
  databaseBytes: number
}

/** One workload, beside a server that sends the same bytes from memory. */
export interface WorkloadResult {
  name: string
  title: string
  /** Number of different requests, which were sent repeatedly. */
  different: number
  /** Average length of a body, in bytes. */
  bytes: number
  perSecond: number
  barePerSecond: number
  ratio: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  /** CPU time of the server per request, in microseconds; undefined where the system does not report it. */
  cpu: number | undefined
  bareCpu: number | undefined
  /** The background load. */
  note?: string
}

/** Latencies of first searches on a server that has just started, in milliseconds. */
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
  /** Number of resources that `--scale` asked for. */
  scale: number
  seconds: number
  connections: number
  import: ImportResult
  /** From starting the program to its first answer, in seconds. */
  startSeconds: number
  /** Memory of the server at the end, in bytes; undefined where the system does not report it. */
  memory: number | undefined
  workloads: WorkloadResult[]
  cold: ColdResult[]
}
