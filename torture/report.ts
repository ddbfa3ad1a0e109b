/** Result of one torture. */
export interface Finding {
  torture: string
  requests: number
  kills: number
  steps: number
  /** Longest wait of another client for a quick answer, in milliseconds; undefined where it was not measured. */
  worstWait: number | undefined
  seconds: number
  faults: string[]
  /** What was skipped, and why; and notable figures. */
  notes: string[]
}

/** Most characters of a fault in the report; a shrunken counterexample has many lines. */
const LONGEST_FAULT = 4000

/** Most faults of one torture in the report; later ones mostly repeat the first. */
const MAX_FAULTS = 20

/** Counts what happens during one torture. Equal faults are reported once. */
export class Report {
  requests = 0
  kills = 0
  steps = 0
  readonly notes: string[] = []
  readonly #faults = new Map<string, number>()
  #worstWait: number | undefined

  fault (text: string): void {
    const fault = text.slice(0, LONGEST_FAULT)
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1)
  }

  /** @param milliseconds wait of another client. */
  waited (milliseconds: number): void {
    this.#worstWait = Math.max(this.#worstWait ?? 0, milliseconds)
  }

  finding (torture: string, seconds: number): Finding {
    const faults = [...this.#faults].map(([text, times]) => times === 1 ? text : `${text} (${times} times)`)
    const { requests, kills, steps, notes } = this
    return { torture, requests, kills, steps, worstWait: this.#worstWait, seconds, faults, notes }
  }
}

const COLUMNS = ['torture', 'requests', 'kills', 'steps', 'worst wait', 'seconds', 'faults'] as const

/** A table of all findings, then their notes and faults. */
export function summary (findings: readonly Finding[]): string {
  const rows = [[...COLUMNS], ...findings.map(cellsOf), cellsOf(totalOf(findings))]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const table = rows.map((row) => {
    return row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)).join('  ')
  })
  const remarks = findings.flatMap(({ torture, notes, faults }) => [
    ...notes.map((note) => `${torture}: ${note}`),
    ...faults.slice(0, MAX_FAULTS).map((fault) => `FAULT ${torture}: ${fault}`),
    ...(faults.length > MAX_FAULTS ? [`FAULT ${torture}: and ${faults.length - MAX_FAULTS} more`] : [])
  ])
  return [...table, ...remarks, ''].join('\n')
}

function cellsOf ({ torture, requests, kills, steps, worstWait, seconds, faults }: Finding): string[] {
  const wait = worstWait === undefined ? '–' : `${Math.round(worstWait)} ms`
  return [torture, String(requests), String(kills), String(steps), wait, seconds.toFixed(1), String(faults.length)]
}

function totalOf (findings: readonly Finding[]): Finding {
  const sum = (count: (finding: Finding) => number): number =>
    findings.reduce((total, finding) => total + count(finding), 0)
  const waits = findings.flatMap(({ worstWait }) => worstWait ?? [])
  return {
    torture: 'all',
    requests: sum(({ requests }) => requests),
    kills: sum(({ kills }) => kills),
    steps: sum(({ steps }) => steps),
    worstWait: waits.length === 0 ? undefined : Math.max(...waits),
    seconds: sum(({ seconds }) => seconds),
    faults: findings.flatMap(({ faults }) => faults),
    notes: []
  }
}
