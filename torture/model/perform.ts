import type { Session } from '../http/session.js'
import type { ActorName } from '../process/accounts.js'
import type { ModelCollection, ModelResource, ModelValue } from './resources.js'
import { PROPERTIES, TERMS, type LinkStep, type Step, type TypeName, type ValueStep, type WriteStep } from './steps.js'

type Json = Record<string, any>

/** A write with its numbers replaced by ids. */
interface Resolved { isPublic?: boolean, values?: ModelValue[], sets?: number[] }

/** Performs a step on the server and on the model. @throws when the answer is not as the model expects. */
export async function perform (step: Step, model: ModelCollection, session: Session): Promise<void> {
  switch (step.act) {
    case 'create': return await create(step, model, session)
    case 'put':
    case 'patch': return await update(step, model, session)
    case 'delete': return await remove(step, model, session)
  }
}

async function create (step: Extract<Step, { act: 'create' }>, model: ModelCollection, session: Session): Promise<void> {
  const { as, type } = step
  const write = resolve(step.write, type, as, model)
  const item = step.type === 'media' ? model.pick(step.item, ['items']) : undefined
  if (step.type === 'media' && item === undefined) return
  // A key limited to items may not create media, not even within an item.
  const media = step.type === 'items' && model.inScope(as, 'media') ? step.media : []
  const payload = {
    ...payloadOf(write, type),
    ...(step.type === 'items' && {
      'o:media': media.map(({ isPublic, text }) => ({ ...htmlMedia(text), 'o:is_public': isPublic }))
    }),
    ...(step.type === 'media' && { ...htmlMedia(step.text), 'o:item': { 'o:id': item!.id } })
  }
  const refusal = firstOf(
    [!model.mayCreate(as, type), 403],
    [item !== undefined && !model.sees(as, item.id), 404],
    [item !== undefined && !mayAddMedia(model, as, item), 403],
    [refersToHidden(write, as, model), 404]
  )
  const made = await send(session, { method: 'POST', path: `/api/${type}`, as, json: payload }, refusal)
  if (made === undefined) return
  const owner = item === undefined ? model.idOf(as) : (item.owner ?? model.idOf(as))
  const resource: ModelResource = {
    type,
    id: made['o:id'],
    owner,
    isPublic: write.isPublic!,
    values: write.values!,
    sets: new Set(write.sets)
  }
  if (step.type === 'media') Object.assign(resource, { item: item!.id, text: step.text })
  model.resources.set(resource.id, resource)
  // Media are numbered in the order in which they were given.
  const ids = (made['o:media'] as Json[] | undefined ?? []).map((reference) => reference['o:id'] as number)
  media.forEach(({ isPublic, text }, at) => {
    model.resources.set(ids[at]!, {
      type: 'media',
      id: ids[at]!,
      owner,
      isPublic,
      values: [],
      sets: new Set(),
      item: resource.id,
      text
    })
  })
}

function mayAddMedia (model: ModelCollection, as: ActorName, item: ModelResource): boolean {
  return model.viewsAll(as) || model.owns(as, item)
}

async function update (
  step: Extract<Step, { act: 'put' | 'patch' }>,
  model: ModelCollection,
  session: Session
): Promise<void> {
  const { as, act } = step
  const target = model.pick(step.target)
  if (target === undefined) return
  const write = resolve(step.write, target.type, as, model)
  const visibleMedia = model.mediaOf(target.id).filter(({ id }) => model.sees(as, id))
  // A PUT without media would delete them; for keys limited to items, another test covers that.
  const media = target.type === 'items' && act === 'put' && !model.inScope(as, 'media')
    ? { 'o:media': visibleMedia.map(({ id }) => ({ 'o:id': id })) }
    : {}
  const refusal = firstOf(
    [!model.mayCreate(as, target.type), 403],
    [!model.sees(as, target.id), 404],
    [!model.mayUpdate(as, target), 403],
    [refersToHidden(write, as, model), 404]
  )
  const json = { ...payloadOf(write, target.type), ...media }
  const done = await send(
    session,
    { method: act.toUpperCase(), path: `/api/${target.type}/${target.id}`, as, json },
    refusal
  )
  if (done === undefined) return
  target.isPublic = write.isPublic ?? target.isPublic
  if (act === 'put' || (write.values?.length ?? 0) > 0) target.values = write.values ?? []
  const sets = act === 'put' ? write.sets ?? [] : write.sets
  if (sets !== undefined) {
    const kept = [...target.sets].filter((id) => !model.sees(as, id))
    target.sets = new Set([...kept, ...sets])
  }
  if (act === 'put' && model.inScope(as, 'media')) for (const { id } of visibleMedia) model.remove(id)
}

async function remove (step: Extract<Step, { act: 'delete' }>, model: ModelCollection, session: Session): Promise<void> {
  const { as } = step
  const target = model.pick(step.target)
  if (target === undefined) return
  if (!model.inScope(as, 'media') && model.mediaOf(target.id).length > 0) return
  const refusal = firstOf(
    [!model.mayCreate(as, target.type), 403],
    [!model.sees(as, target.id), 404],
    [!model.mayDelete(as, target), 403]
  )
  if (
    (await send(session, { method: 'DELETE', path: `/api/${target.type}/${target.id}`, as }, refusal)) !== undefined
  ) {
    model.remove(target.id)
  }
}

/** @returns the representation, or undefined when it was refused as expected. */
async function send (
  session: Session,
  wanted: { method: string; path: string; as: ActorName; json?: unknown },
  refusal: number | undefined
): Promise<Json | undefined> {
  const { status, body } = await session.send(wanted)
  const expected = refusal ?? 200
  if (status !== expected) {
    throw new Error(
      `${wanted.as}: ${wanted.method} ${wanted.path} ${JSON.stringify(wanted.json)} should be ${expected}, is ${status}: ${body.toString().slice(0, 600)}`
    )
  }
  return status === 200 ? JSON.parse(body.toString()) as Json : undefined
}

function resolve (write: Partial<WriteStep>, type: TypeName, as: ActorName, model: ModelCollection): Resolved {
  // Whether a key for items only may refer to other types is tested elsewhere.
  const types: TypeName[] = model.inScope(as, 'media') ? ['items', 'item_sets', 'media'] : ['items']
  return {
    ...(write.isPublic !== undefined && { isPublic: write.isPublic }),
    ...(write.values !== undefined && {
      values: write.values.flatMap((value): ModelValue[] => {
        if (value.term !== 'relation') return [value]
        const target = model.pick((value satisfies LinkStep).to, types)
        return target === undefined ? [] : [{ ...value, to: target.id }]
      })
    }),
    ...(type === 'items' && write.sets !== undefined && model.inScope(as, 'item_sets') && {
      sets: [...new Set(write.sets.flatMap((number) => model.pick(number, ['item_sets'])?.id ?? []))]
    })
  }
}

/** The status of the first reason to refuse that holds; undefined when none does. */
function firstOf (...reasons: Array<[holds: boolean, status: number]>): number | undefined {
  return reasons.find(([holds]) => holds)?.[1]
}

/** References to what the actor may not see are refused as if it did not exist. */
function refersToHidden ({ values = [], sets = [] }: Resolved, as: ActorName, model: ModelCollection): boolean {
  const ids = [...sets, ...values.flatMap((value) => value.term === 'relation' ? value.to : [])]
  return !ids.every((id) => model.sees(as, id))
}

function payloadOf ({ isPublic, values = [], sets }: Resolved, type: TypeName): Json {
  const payload: Json = isPublic === undefined ? {} : { 'o:is_public': isPublic }
  // In one list, so that they keep their order.
  payload.values = values.map((value) => ({
    property_id: PROPERTIES[value.term],
    is_public: value.isPublic,
    ...contentOf(value)
  }))
  if (type === 'items' && sets !== undefined) payload['o:item_set'] = sets.map((id) => ({ 'o:id': id }))
  return payload
}

function contentOf (value: ModelValue | ValueStep): Json {
  return value.term === 'relation'
    ? { type: 'resource', value_resource_id: value.to }
    : { type: 'literal', '@value': value.text }
}

const htmlMedia = (text: string): Json => ({ 'o:ingester': 'html', html: `<p>${text}</p>` })

/** The term of the model's values in representations. */
export const termOf = (value: ModelValue): string => TERMS[value.term]
