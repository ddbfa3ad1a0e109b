import { readFileSync } from 'node:fs'

/** Clock ticks per second in which Linux counts CPU time. */
const TICKS = 100

/**
 * Memory of a process in bytes: the current one (`VmRSS`), that without mapped files (`RssAnon`), or the peak
 * (`VmHWM`). Undefined where the system does not report it.
 */
export function memoryOf (pid: number, what: 'VmRSS' | 'RssAnon' | 'VmHWM' = 'VmRSS'): number | undefined {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(textOf(`/proc/${pid}/status`))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The processes that a process has started; none where the system does not report it. */
export function childrenOf (pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** CPU time of all threads of processes, in seconds; undefined where the system does not report it. */
export function cpuTimeOf (...pids: readonly number[]): number | undefined {
  return pids.map(cpuTimeOfOne)
    .reduce((sum, time) => sum === undefined || time === undefined ? undefined : sum + time, 0)
}

function cpuTimeOfOne (pid: number): number | undefined {
  // Split after the name, which may contain spaces and brackets; user and system time are the 14th and 15th field.
  const fields = textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) / TICKS
}

function textOf (file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
