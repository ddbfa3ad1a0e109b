import { setMaxListeners } from 'node:events'
import {
  LOGGED_KINDS, readLogState, readResourceChanges, type LoggedKind, type LogState
} from '../../../db/query/statements/resource-change-feed.js'
import type { Viewer } from '../../../db/query/statements/viewer.js'
import { checkType, mayDo, viewerOf } from '../../access/access.js'
import { TYPE_OF_KIND } from '../../core/answers/addresses.js'
import { ANONYMOUS, type Actor } from '../../core/calls/actor.js'
import { GoneError, ParameterError } from '../../core/calls/errors.js'
import type { Services } from '../../resources/definition/services.js'
import { ChangeWatch } from './change-watch.js'

/** Changes per page: default and maximum. */
const CHANGES_PER_PAGE = { standard: 100, most: 10_000 } as const

export const FOLLOWED_PER_PAGE = 200

export interface ChangesQuery {
  /** `last` of the previous page; 0 or absent: from the beginning. */
  readonly since?: number | string | undefined
  /** Maximum number of changes, 1 to 10,000; default: 100. */
  readonly limit?: number | string | undefined
  /** Names of resource types, as a list or separated by commas; absent: `items`, `item_sets` and `media`. */
  readonly resource?: string | readonly string[] | undefined
  /** `epoch` of the previous page, to which `since` belongs. */
  readonly epoch?: string | undefined
}

/** The last change of a resource that the actor may know of. */
export interface Change {
  /** Ascending in the order of commits. */
  readonly position: number
  /**
   * `delete`: the resource is deleted, or the actor may no longer see it. `create` and `update`: the actor sees it.
   */
  readonly op: 'create' | 'update' | 'delete'
  readonly resource: string
  readonly id: number
  /** Time of the change in seconds since 1970. */
  readonly modified: number
}

export interface ChangesPage {
  readonly entries: readonly Change[]
  /** The position to pass as `since` for the next page: of the last entry, or of the last one before. */
  readonly last: number
  /** Whether this is the last page for now. */
  readonly done: boolean
  /** Identifies the log and who may see which of its entries. */
  readonly epoch: string
}

export interface FollowCall {
  /** Absent: anonymous. */
  readonly actor?: Actor
  /** Ends the iteration. */
  readonly signal?: AbortSignal
}

interface WatchCall extends FollowCall {
  /** An empty page is yielded after this many milliseconds without a commit. */
  readonly idle?: number
  /** Called before each read of the log; false ends the iteration. */
  readonly isAllowed?: () => Promise<boolean>
  /** Clients take turns in the queue, one page each. */
  readonly client?: string
}

interface Plan { viewer: Viewer, kinds: LoggedKind[], since: number, limit: number, epoch: string | undefined }

/**
 * A change feed for mirrors: resources that were created, changed or deleted, each with its last change only. A client
 * that always passes on `last` misses nothing. For a viewer who may no longer see a resource it counts as deleted.
 */
export class Changes {
  readonly #closing = new AbortController()
  /** Number of current followers. */
  #watches = 0

  constructor (private readonly services: Services) {
    setMaxListeners(0, this.#closing.signal)
  }

  /**
   * The next changes after a position.
   * @throws ParameterError, PermissionError; GoneError when the log cannot continue from that position.
   * @example let page = await api.changes.read({ since: 0 }); page = await api.changes.read({ since: page.last })
   */
  async read (query: ChangesQuery = {}, { actor = ANONYMOUS }: { actor?: Actor } = {}): Promise<ChangesPage> {
    return await this.#page(this.#plan(query, actor))
  }

  /**
   * Changes after a position, and then new ones as they are committed, until the signal aborts or the collection is
   * closed. Several changes of a resource in a short time may be yielded as one.
   * @throws as `read`
   * @example for await (const change of api.changes.follow({ since: 0 })) console.log(change.op, change.id)
   */
  async * follow (query: ChangesQuery = {}, call: FollowCall = {}): AsyncGenerator<Change, void, undefined> {
    for await (const { entries } of this.watch(query, call)) yield * entries
  }

  /**
   * Like `follow`, but page by page: yields the first page immediately, then one after each commit, and an empty one
   * after `idle` ms without any (heartbeat). Only one page is read per turn of the event loop, for all followers
   * together, and only after the previous page was consumed.
   */
  async * watch (query: ChangesQuery, call: WatchCall = {}): AsyncGenerator<ChangesPage, void, undefined> {
    const { actor = ANONYMOUS, signal, idle = Infinity, isAllowed = async () => true, client = '' } = call
    const { admission } = this.services
    const plan = { ...this.#plan(query, actor), limit: FOLLOWED_PER_PAGE }
    const watch = new ChangeWatch(this.services.store.changes, signal, this.#closing.signal)
    this.#watches++
    try {
      let isFirst = true
      while (!watch.isEnded && await isAllowed()) {
        await admission.turn(client)
        // The client may have disconnected meanwhile.
        if (watch.isEnded) return
        watch.begin()
        const page = await this.#page(plan)
        if (isFirst || page.entries.length > 0 || watch.wasIdle) yield page
        isFirst = false
        plan.since = page.last
        plan.epoch = page.epoch
        if (page.done) await watch.next(idle, this.#watches)
      }
    } finally {
      this.#watches--
      watch.close()
    }
  }

  /** Ends all iterations. */
  close (): void {
    this.#closing.abort()
  }

  #plan ({ since, limit, resource, epoch }: ChangesQuery, actor: Actor): Plan {
    return {
      viewer: viewerOf(actor),
      kinds: this.#kindsOf(resource, actor),
      since: wholeNumber('since', since ?? 0, 0, Number.MAX_SAFE_INTEGER),
      limit: wholeNumber('limit', limit ?? CHANGES_PER_PAGE.standard, 1, CHANGES_PER_PAGE.most),
      epoch
    }
  }

  async #page ({ viewer, kinds, since, limit, epoch }: Plan): Promise<ChangesPage> {
    const { read } = this.services.store
    const log = await readLogState(read)
    const name = epochFor(log, viewer)
    checkEpoch(epoch, name)
    if (isInGap(log, since)) throw unknownPosition(since)
    const found = await readResourceChanges(read, viewer, { since, limit: limit + 1, kinds })
    if (found.length === 0 && !await this.#isKnown(viewer, since)) throw unknownPosition(since)
    // A power failure must not undo a change that a client has received: its position would be given to another
    // change.
    await this.services.store.engine.stored()
    const done = found.length <= limit
    if (!done) found.pop()
    const entries = found.map(({ position, op, kind, id, time }) =>
      ({ position, op, resource: TYPE_OF_KIND[kind], id, modified: time }))
    return { entries, last: entries.at(-1)?.position ?? since, done, epoch: name }
  }

  /**
   * Whether a viewer can have been given a position. The changes that a viewer may know of only ever move to later
   * positions. The position of the log itself would tell how many changes are hidden from the viewer.
   */
  async #isKnown (viewer: Viewer, since: number): Promise<boolean> {
    if (since === 0) return true
    return (await readResourceChanges(this.services.store.read, viewer, { since: since - 1, limit: 1 })).length > 0
  }

  #kindsOf (given: ChangesQuery['resource'], actor: Actor): LoggedKind[] {
    const { types } = this.services
    const names = (typeof given === 'string' ? given.split(',') : given ?? []).map((name) => name.trim())
    if (names.length === 0) return LOGGED_KINDS.filter((kind) => mayDo(actor, 'search', types.ofKind(kind)))
    const kinds = LOGGED_KINDS.filter((kind) => names.includes(TYPE_OF_KIND[kind]))
    const known = LOGGED_KINDS.map((kind): string => TYPE_OF_KIND[kind])
    const unknown = names.find((name) => !known.includes(name))
    if (unknown !== undefined) {
      throw new ParameterError('resource', `The log has changes of ${known.join(', ')}, not of "${unknown}".`)
    }
    for (const kind of kinds) checkType(actor, 'search', types.ofKind(kind))
    return kinds
  }
}

/** The epoch that viewers with the same visible entries share: `since` of one is of no use to the others. */
function epochFor ({ epoch }: LogState, { viewsAll, id }: Viewer): string {
  if (viewsAll) return `${epoch}-all`
  return id === null ? `${epoch}-public` : `${epoch}-${id}`
}

const ADVICE = 'Forget it and begin again with since=0.'

/** @throws GoneError when an epoch belongs to another log or to other viewers. */
function checkEpoch (given: string | undefined, name: string): void {
  if (given === undefined || given === name) return
  throw new GoneError('epoch', `Your position belongs to another log, or to an account with other rights. ${ADVICE}`)
}

function isInGap ({ gaps }: LogState, since: number): boolean {
  return gaps.some(({ after, before }) => since > after && since < before)
}

function unknownPosition (since: number): GoneError {
  return new GoneError('since', `Position ${since} was never given to you: what you know is from another collection or ` +
    `account, or from after the backup from which this one was restored. ${ADVICE}`)
}

function wholeNumber (name: string, given: number | string, least: number, most: number): number {
  const number = typeof given === 'string' && !/^\d{1,16}$/.test(given) ? NaN : Number(given)
  if (!Number.isSafeInteger(number) || number < least || number > most) {
    throw new ParameterError(name, `A whole number from ${least} to ${most} is expected.`)
  }
  return number
}
