import type { Representation } from '../../core/answers/answer.js'

/**
 * Adds or removes members of a representation before it is sent; returns the new representation. Answers are cached
 * until a resource that they show changes. So the result may depend on the argument only: not on the time, on other
 * resources or on the actor.
 */
export type RepresentationListener = (representation: Representation) => Representation
