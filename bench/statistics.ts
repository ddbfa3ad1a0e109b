/** The quantile of `share`, from 0 to 1; 0 if there are no values. */
export function percentile (values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export function median (values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function sum (values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
