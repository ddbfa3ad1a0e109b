import { setMaxListeners } from 'node:events'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Query } from '../../../api/core/calls/call.js'
import { isoDate } from '../../../api/core/answers/dates.js'
import { ParameterError } from '../../../api/core/calls/errors.js'
import {
  FOLLOWED_PER_PAGE, type Change, type ChangesPage, type ChangesQuery
} from '../../../api/publish/changes/changes.js'
import { prefersEvents } from '../../../plugins/http/negotiation.js'
import { encodeQuery } from '../../../plugins/reply/paging.js'
import { ChangesPage as PageSchema, ChangesQuery as QuerySchema } from '../../../schemas/exchange/changes.js'
import { readOnly } from '../../shared/address.js'
import { sendNoStream } from '../../shared/replies.js'
import { ERRORS } from '../../../schemas/shared/common.js'
import { EVENT_STREAM, eventStream } from './event-stream.js'
import { Slots } from './slots.js'

/** One in this many listeners may catch up on many earlier changes at a time. */
const LISTENERS_PER_REPLAY = 4

/** Milliseconds after which an idle connection gets an empty comment, so that proxies do not close it. */
const HEARTBEAT_MS = 15_000

type Request = FastifyRequest<{ Querystring: Query }>

/** The change feed: what was created, changed and deleted, page by page, or as events if the client accepts them. */
export default async function changes (fastify: FastifyInstance): Promise<void> {
  const { api } = fastify
  const { changeListeners } = api.settings
  const listeners = new Slots(changeListeners, {
    atAll: 'Too many clients wait for changes. Ask for pages instead.',
    forAddress: 'Too many connections from your address wait for changes. Close some of them.'
  })
  const replays = new Slots(Math.ceil(changeListeners / LISTENERS_PER_REPLAY), {
    atAll: 'Too many clients are receiving earlier changes. Try again in a moment, or request pages instead.',
    forAddress: 'Too many connections from your address are receiving earlier changes. Wait until they have them, or ' +
      'request pages instead.'
  })
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  // Event streams never end by themselves; without this the server could not close.
  fastify.addHook('preClose', (done) => {
    closing.abort()
    done()
  })

  readOnly<{ Querystring: Query }>(fastify, '/changes', SCHEMA, async (request, reply) =>
    prefersEvents(request) ? await sendEvents(request, reply) : await sendPage(request, reply))

  async function sendPage (request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { actor, base } = request.vitrine
    const page = await api.changes.read(queryOf(request.query), { actor })
    const { done, last, epoch } = page
    const next = done ? undefined : addressOf(base, { ...request.query, epoch }, last)
    if (next !== undefined) reply.header('link', `<${next}>; rel="next"`)
    const entries = page.entries.map((change) => shown(change, base))
    return reply.vitrine.sendJson({ entries, last, done, ...(next !== undefined && { next }), epoch })
  }

  async function sendEvents (request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { actor, base, client } = request.vitrine
    const resumed = resumedAt(textOf('Last-Event-ID', request.headers['last-event-id']), queryOf(request.query))
    // Refuses what the events would be refused for while there still is a status to say it with.
    const { done } = await api.changes.read({ ...resumed, limit: FOLLOWED_PER_PAGE }, { actor })
    reply.header('content-type', EVENT_STREAM).header('cache-control', 'no-store').header('x-accel-buffering', 'no')
      // Otherwise the connection would stay open after the stream has ended, and the closing server would wait for it.
      .header('connection', 'close')
    if (request.method === 'HEAD') return sendNoStream(reply)
    const leave = listeners.take(client)
    const endReplay = done ? undefined : takeReplaySlot(client, leave)
    const ending = new AbortController()
    const end = (): void => { ending.abort() }
    closing.signal.addEventListener('abort', end)
    if (closing.signal.aborted) end()
    // The stream itself would notice a closed connection only with the next change or heartbeat.
    reply.raw.once('close', end)
    const pages = api.changes.watch(resumed, {
      actor,
      client,
      signal: ending.signal,
      idle: HEARTBEAT_MS,
      isAllowed: async () => await request.vitrine.isStillActor()
    })
    const dataOf = ({ entries, done }: ChangesPage): object[] => {
      if (done) endReplay?.()
      return entries.map((change) => shown(change, base))
    }
    return reply.send(eventStream(pages, dataOf, () => {
      closing.signal.removeEventListener('abort', end)
      end()
      endReplay?.()
      leave()
    }))
  }

  /** Takes a slot for catching up, or releases the slot for listening. @throws BusyError if no slot is free. */
  function takeReplaySlot (client: string, leave: () => void): () => void {
    try {
      return replays.take(client)
    } catch (error) {
      leave()
      throw error
    }
  }
}

function shown ({ position, op, resource, id, modified }: Change, base: string): object {
  return { position, op, resource, 'o:id': id, '@id': `${base}/api/${resource}/${id}`, modified: isoDate(modified) }
}

function addressOf (base: string, query: Query, since: number): string {
  const [before, after] = encodeQuery(query, 'since')
  return `${base}/api/changes?${before}${since}${after}`
}

function queryOf ({ since, limit, resource, epoch }: Query): ChangesQuery {
  return {
    since: textOf('since', since),
    limit: textOf('limit', limit),
    epoch: textOf('epoch', epoch),
    resource: Array.isArray(resource) ? resource.map((name) => textOf('resource', name)!) : textOf('resource', resource)
  }
}

/**
 * The query of a client that reconnects.
 *
 * @param id of the last event that it received: a position, `@` and the epoch.
 */
function resumedAt (id: string | undefined, query: ChangesQuery): ChangesQuery {
  if (id === undefined) return query
  const at = id.indexOf('@')
  return at === -1 ? { ...query, since: id } : { ...query, since: id.slice(0, at), epoch: id.slice(at + 1) }
}

/** The text of a parameter or header that may appear only once. @throws ParameterError */
function textOf (name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw new ParameterError(name, 'One value is expected.')
  return value
}

const SCHEMA = {
  operationId: 'readChanges',
  summary: 'Follow changes',
  description: 'What was created, changed and deleted after a position, as far as you see it. Of each resource only the ' +
    'last change is told. With `Accept: text/event-stream` each change is sent as soon as it is committed, as a ' +
    'Server-Sent Event, whose id says its position and log.',
  tags: ['changes'],
  querystring: Type.Unsafe<Query>(QuerySchema),
  response: { 200: PageSchema, ...ERRORS }
}
