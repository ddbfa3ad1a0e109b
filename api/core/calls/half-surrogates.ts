/** An unpaired surrogate, which is not a character: each database would store something different. */
export const HALF_SURROGATE = /\p{Surrogate}/u
