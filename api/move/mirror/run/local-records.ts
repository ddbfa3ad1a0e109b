import type { SpooledFile } from '../../../../db/bulk/spooled-files.js'
import { OPERATOR } from '../../../core/calls/actor.js'
import type { ResourceApi } from '../../../resources/definition/resource-api.js'
import type { Services } from '../../../resources/definition/services.js'
import { storedMedia } from '../../collection/plan/stored-media.js'
import { SEQUENCES } from '../../collection/read/collection-file.js'
import { DOUBTED, LocalIds, type RecordMap, type Reference, type Sequence } from '../../pipeline/record-map.js'
import type { MirroredType } from '../source/mirrored-types.js'
import { withStorableFile, type SourceRecord } from '../source/record-check.js'
import { compare, forEachId, isOwn, type Compared } from './differences.js'

/** Base URL of our records while they are compared. */
const HERE = 'http://here.invalid'

/** A record of the source and the result of comparing it; `compared` is undefined without a local record. */
interface Pair { id: number, localId: number | null, compared: Compared | undefined }

/** The records of the collection that a mirror has imported. */
export class LocalRecords {
  /**
   * @param resources returns the operations of a resource type.
   * @param map the imported records; undefined: there are none.
   */
  constructor (
    private readonly services: Services, private readonly resources: (type: string) => ResourceApi,
    private readonly map: RecordMap | undefined
  ) {}

  /** Whether nothing of the source was imported yet. */
  get isEmpty (): boolean {
    return this.map === undefined
  }

  /**
   * Compares records of the source with their local ones.
   * @param comes whether a record was read that may not be here yet.
   */
  async compare (
    type: MirroredType, records: readonly SourceRecord[],
    comes: (sequence: Sequence, id: number) => boolean = () => false
  ): Promise<Pair[]> {
    const sequence = SEQUENCES[type.name]
    const references: Reference[] = []
    for (const record of records) {
      references.push([sequence, record['o:id']])
      forEachId(record, (sequence, id) => { references.push([sequence, id]) })
    }
    const ids = await this.map?.localIds(this.services.store.read, references) ?? new LocalIds()
    for (const [sequence, id] of references) {
      // A fictitious id for a record that is not here yet, so that nothing equals a reference to it.
      if (ids.get(sequence, id) === null && comes(sequence, id)) ids.set(sequence, id, -id)
    }
    const localIds = records.flatMap((record) => ids.get(sequence, record['o:id']) ?? [])
    const present = localIds.length === 0
      ? []
      : (await this.resources(type.name).search({ id: localIds }, { actor: OPERATOR })).json(HERE)
    const knowsDataType = (name: string): boolean => this.services.dataTypes.get(name) !== undefined
    return records.map((record) => {
      const id = record['o:id']
      const localId = ids.get(sequence, id)
      const here = localId === null ? undefined : present.find((one) => one['o:id'] === localId)
      if (here === undefined) return { id, localId: null, compared: undefined }
      return { id, localId, compared: compare(withStorableFile(type, record), here, ids, knowsDataType) }
    })
  }

  /** Ids of the records whose local record is equal. @param comes as of `compare`. */
  async equalTo (
    type: MirroredType, records: readonly SourceRecord[], comes: (sequence: Sequence, id: number) => boolean
  ): Promise<Set<number>> {
    return new Set((await this.compare(type, records, comes)).flatMap(({ id, compared }) =>
      compared === undefined || compared.differences.some(isOwn) ? [] : id))
  }

  /** Whether the collection already has a file. */
  async isStored ({ resource, id, name, sha256, size }: SpooledFile): Promise<boolean> {
    // A file without a checksum may have changed.
    if (resource !== 'media' || sha256 === null || !name.startsWith('original/')) return false
    const { read } = this.services.store
    const entry = (await this.map?.load(read, 'resources', [id]))?.get(id)
    return await storedMedia(read, { sha256, size, hasOriginal: true }, entry) !== undefined
  }

  /** Makes the transfer write these records, even if they are unchanged in the source. */
  async doubt ({ name }: MirroredType, ids: readonly number[]): Promise<void> {
    await this.services.store.write(async (database) => {
      await this.map?.setDigest(database, SEQUENCES[name], ids, DOUBTED)
    })
  }
}
