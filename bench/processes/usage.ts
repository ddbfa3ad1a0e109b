import { readFileSync } from 'node:fs'

/** Ticks of the clock that Linux counts CPU time by, a second. */
const TICKS = 100

/** Bytes of memory that a process has (`VmRSS`) or had at most (`VmHWM`); undefined where the system does not tell. */
export function memoryOf (pid: number, what: 'VmRSS' | 'VmHWM' = 'VmRSS'): number | undefined {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(textOf(`/proc/${pid}/status`))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** Seconds of CPU time that a process has used, all its threads together; undefined where the system does not tell. */
export function cpuTimeOf (pid: number): number | undefined {
  // After the name, which is in brackets and may hold anything; user and system time are the 14th and 15th field.
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
