import type { Histogram, Metric } from 'prom-client'
import { DURATIONS, type RequestFigures, type RouteFigures } from '../../../plugins/request/request-figures.js'

interface Sample { metricName: string, labels: Record<string, string | number>, value: number }

/**
 * The durations of requests as a histogram. Does not use prom-client's histogram, because its `observe` takes longer
 * than an answer from the cache.
 */
export function durations (name: string, requests: RequestFigures): Metric {
  const histogram = {
    name,
    async get () {
      return {
        name,
        help: 'Seconds from the headers of a request until its answer was handed to the system',
        type: 'histogram',
        aggregator: 'sum',
        values: requests.all.flatMap((figures) => samplesOf(name, figures))
      }
    },
    reset () {}
  }
  // A registry uses only `name` and `get` of a metric.
  return histogram as unknown as Histogram
}

function samplesOf (name: string, { method, route, durations: numbers, seconds }: RouteFigures): Sample[] {
  const labels = { method, route }
  let sum = 0
  const buckets = numbers.map((number, at) => {
    sum += number
    return { metricName: `${name}_bucket`, labels: { ...labels, le: DURATIONS[at] ?? '+Inf' }, value: sum }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: sum }
  ]
}
