import { statSync } from 'node:fs'
import { nearestName } from '../../api/core/text/nearest-name.js'
import { CommandError } from '../terminal/explain.js'
import { collection } from './import-collection.js'
import type { ImportKind } from './import-kind.js'
import { mirror } from './import-mirror.js'
import { rdf, records } from './import-records.js'
import { tables } from './import-table.js'

/** All kinds of sources. The first one that recognizes a source imports it. */
export const KINDS: readonly ImportKind[] = [mirror, collection, tables, rdf, records]

/** Finds the kind of a source. @throws CommandError if no kind recognizes it, or `--format` names none. */
export async function kindOf (source: string, format: string | undefined): Promise<ImportKind> {
  const names = KINDS.map(({ name }) => name)
  if (format !== undefined) {
    const named = KINDS.find(({ name }) => name === format)
    if (named !== undefined) return named
    throw new CommandError(
      `There is no format "${format}"; the nearest is ${nearestName(format, names)!}, all are ${names.join(', ')}.`
    )
  }
  for (const kind of KINDS) if (await kind.recognizes(source)) return kind
  statSync(source)
  throw new CommandError(`${source} is of no known kind. Say which with --format: ${names.join(', ')}.`)
}
