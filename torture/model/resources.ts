import type { Accounts, ActorName } from '../process/accounts.js'
import { TYPES, type LinkStep, type TypeName, type ValueStep } from './steps.js'

/** A value as it was written: a text, or a link to the resource with an id. */
export type ModelValue = ValueStep | (Omit<LinkStep, 'to'> & { to: number })

/** An item, item set or media in the model. */
export interface ModelResource {
  type: TypeName
  id: number
  owner: number | null
  isPublic: boolean
  values: ModelValue[]
  /** Ids of the item sets of an item. */
  sets: Set<number>
  /** Only media have it: the item, and the word that it shows. */
  item?: number
  text?: string
}

/**
 * A small collection in memory: who sees what, by the rules of docs/contract/acl.md §6 with nothing private to be
 * learned.
 */
export class ModelCollection {
  readonly resources = new Map<number, ModelResource>()

  constructor (private readonly accounts: Accounts) {}

  of (type: TypeName): ModelResource[] {
    return [...this.resources.values()].filter((resource) => resource.type === type).sort((a, b) => a.id - b.id)
  }

  idOf (actor: ActorName): number | null {
    return this.accounts.id[actor]
  }

  viewsAll (actor: ActorName): boolean {
    return ['reviewer', 'editor', 'site_admin', 'global_admin', 'editor_read_only', 'editor_items_only'].includes(actor)
  }

  /** Whether a key may be used for a type at all. */
  inScope (actor: ActorName, type: TypeName): boolean {
    return actor !== 'editor_items_only' || type === 'items'
  }

  owns (actor: ActorName, resource: ModelResource): boolean {
    return resource.owner !== null && resource.owner === this.idOf(actor)
  }

  sees (actor: ActorName, id: number): boolean {
    const resource = this.resources.get(id)
    if (resource === undefined) return false
    if (this.viewsAll(actor)) return true
    if (!resource.isPublic && !this.owns(actor, resource)) return false
    return resource.item === undefined || this.sees(actor, resource.item)
  }

  seesValue (actor: ActorName, resource: ModelResource, value: ModelValue): boolean {
    if (!value.isPublic && !this.viewsAll(actor) && !this.owns(actor, resource)) return false
    return value.term !== 'relation' || this.sees(actor, value.to)
  }

  visibleValues (actor: ActorName, resource: ModelResource): ModelValue[] {
    return resource.values.filter((value) => this.seesValue(actor, resource, value))
  }

  /** The title for an actor: the first one visible to the actor. */
  title (actor: ActorName, resource: ModelResource): string | null {
    for (const value of this.visibleValues(actor, resource)) if (value.term === 'title') return value.text
    return null
  }

  visible (actor: ActorName, type: TypeName): ModelResource[] {
    return this.of(type).filter(({ id }) => this.sees(actor, id))
  }

  mediaOf (item: number): ModelResource[] {
    return this.of('media').filter((media) => media.item === item)
  }

  /** Deletes a resource with what depends on it: the media of an item, memberships, and values that link to it. */
  remove (id: number): void {
    for (const media of this.mediaOf(id)) this.remove(media.id)
    this.resources.delete(id)
    for (const resource of this.resources.values()) {
      resource.sets.delete(id)
      resource.values = resource.values.filter((value) => value.term !== 'relation' || value.to !== id)
    }
  }

  mayCreate (actor: ActorName, type: TypeName): boolean {
    return !['anonymous', 'researcher', 'editor_read_only'].includes(actor) && this.inScope(actor, type)
  }

  mayUpdate (actor: ActorName, resource: ModelResource): boolean {
    return this.mayCreate(actor, resource.type) && (this.viewsAll(actor) || this.owns(actor, resource))
  }

  mayDelete (actor: ActorName, resource: ModelResource): boolean {
    return this.mayCreate(actor, resource.type) &&
      (actor === 'reviewer' ? this.owns(actor, resource) : this.viewsAll(actor) || this.owns(actor, resource))
  }

  /** The resource that a number of a step refers to; undefined while there are none. */
  pick (number: number, types: readonly TypeName[] = TYPES): ModelResource | undefined {
    const choices = [...this.resources.values()].filter(({ type }) => types.includes(type)).sort((a, b) => a.id - b.id)
    return choices[number % Math.max(choices.length, 1)]
  }
}
