/** Result of `vitrine import`. */
export interface ImportResult {
  resources: number
  values: number
  seconds: number
  /** CPU time, in seconds; undefined where the system does not report it. */
  cpuSeconds?: number | undefined
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
  /** Requests a second as a ratio to those with no writes, and the writes that there were. */
  ofQuiet?: number
  writesPerSecond?: number
}

/** Latencies of requests that were sent one after the other, in milliseconds. */
export interface LatencyResult {
  name: string
  title: string
  queries: number
  median: number
  p95: number
  worst: number
  /** CPU time of the server per request, with that of what was written before it, in microseconds. */
  cpu: number | undefined
  /** The slowest requests. */
  note?: string
}

export interface Results {
  vitrine: string
  node: string
  /** Number of resources that `--scale` asked for. */
  scale: number
  /** Number of museums that `--museums` asked for. */
  museums: number
  seconds: number
  connections: number
  import: ImportResult
  /** From starting the program to its first answer, in seconds. */
  startSeconds: number
  /** Memory of the server at the end, in bytes: without mapped files, and its maximum. */
  memory: number | undefined
  anonymousMemory: number | undefined
  peakMemory: number | undefined
  /** Bytes of caches as the metrics of the server report them, by thread and part. */
  cacheMemory: Record<string, number>
  workloads: WorkloadResult[]
  /** Searches that were never asked before, on a server that has just started. */
  cold: LatencyResult[]
  /** Requests right after a write. */
  afterWrite: LatencyResult[]
  /** Facets of one property after the other. */
  facets: LatencyResult[]
}
