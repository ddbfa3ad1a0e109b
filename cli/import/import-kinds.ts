import { statSync } from 'node:fs'
import { nearestName } from '../../api/core/text/nearest-name.js'
import { CommandError } from '../terminal/explain.js'
import { collection } from './import-collection.js'
import type { ImportKind } from './import-kind.js'
import { mirror } from './import-mirror.js'
import { rdf, records } from './import-records.js'
import { tables } from './import-table.js'

/** The kinds of sources, in the order in which they are asked whether one is theirs. */
export const KINDS: readonly ImportKind[] = [mirror, collection, tables, rdf, records]

/** The kind of a source. @throws CommandError when it is none, or `--format` names none. */
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
