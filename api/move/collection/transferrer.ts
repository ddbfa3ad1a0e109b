import path from 'node:path'
import { OPERATOR } from '../../core/calls/actor.js'
import { MoveJob, type StoredOptions } from '../pipeline/move-job.js'
import type { Services } from '../../resources/definition/services.js'
import { COLLECTION_TYPE_NAMES } from './read/collection-file.js'
import { transferCollection, type TransferOptions, type TransferSummary } from './run/transfer.js'

type TransferArgs = StoredOptions<TransferOptions>

/** Runs each transfer as a job. An interrupted one can be resumed, because the map of imported records is stored. */
export class Transferrer {
  readonly job: MoveJob<TransferArgs, TransferSummary>

  constructor (private readonly services: Services) {
    this.job = new MoveJob<TransferArgs, TransferSummary>(services.jobs, 'Vitrine\\Job\\Transfer', {
      work: async ({ args }, hooks) => await transferCollection(services, { ...args, ...hooks }),
      linesOf,
      isRefused: ({ isWritten }) => !isWritten
    })
  }

  /**
   * Imports a collection (see transferCollection) as a job in this process, or resumes an interrupted job with the
   * same arguments. A dry run is not stored as a job.
   * @throws ImportError, also when the job was stopped; a system error (with `code`) when a file cannot be read.
   */
  async run ({ isDryRun = false, ...call }: TransferOptions): Promise<TransferSummary> {
    if (isDryRun) return await transferCollection(this.services, { ...call, isDryRun })
    const { onProgress, onProblem, signal, ...options } = call
    const args = {
      ...options,
      file: path.resolve(options.file),
      ...(options.files !== undefined && { files: path.resolve(options.files) })
    }
    return await this.job.perform(args, OPERATOR, { onProgress, onProblem, signal })
  }
}

/** Outcomes of the records, one line per type. */
export function linesOf ({ counts }: Pick<TransferSummary, 'counts'>): string[] {
  return COLLECTION_TYPE_NAMES.flatMap((type) => {
    const given = Object.entries(counts[type] ?? {}).filter(([, number]) => number > 0)
    return given.length === 0 ? [] : [`${type}: ${given.map(([outcome, number]) => `${number} ${outcome}`).join(', ')}`]
  })
}
