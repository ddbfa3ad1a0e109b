import type { Representation } from './answer.js'

/**
 * Adds members to a representation, or removes some, before it is sent: the returned object replaces it. Answers are
 * cached until a resource that they show changes, so the result may depend on the arguments only: not on time, on other
 * resources, or on the actor.
 */
export type RepresentationListener = (representation: Representation) => Representation
