import { LiteralValue, ResourceValue, UriValue, ValueInput } from '../../schemas/shared/values.js'
import { keysIn } from '../core/calls/unknown-keys.js'

/** The keys of values of the built-in data types: a client may send back what it has read. */
export const VALUE_KEYS = keysIn(ValueInput, LiteralValue, UriValue, ResourceValue)
