import type { Representation } from './answer.js'

/**
 * Adds to a representation, or takes something away, before it is shown: what is returned takes its place. Answers are
 * remembered until a resource that they show changes. So this may depend on what it is given, on nothing else: not on
 * time, on other resources, on who asks.
 */
export type RepresentationListener = (representation: Representation) => Representation
