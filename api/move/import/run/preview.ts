import type { CheckedRecord } from '../check/check.js'
import { DamagedFileError, ImportError, type Problem } from '../../pipeline/problems.js'
import type { RecordSource } from '../../pipeline/source.js'

/** A record as an import would read it, with its problems. */
export interface PreviewedRecord extends CheckedRecord {
  problems: Problem[]
}

/** The first records of a file. It throws an ImportError if they cannot be read because the file is damaged. */
export function beginningOf (source: RecordSource, limit: number): Pick<RecordSource, 'read'> {
  return {
    async * read (onProgress, onWarning) {
      let left = limit
      try {
        for await (const chunk of source.read(onProgress, onWarning)) {
          const some = chunk.slice(0, left)
          left -= some.length
          yield some
          if (left === 0) return
        }
      } catch (error) {
        throw error instanceof DamagedFileError ? new ImportError(error.message) : error
      }
    }
  }
}
