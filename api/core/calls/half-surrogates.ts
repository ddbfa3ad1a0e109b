/** Half a pair of surrogates, which is no character: each database would keep something else. */
export const HALF_SURROGATE = /\p{Surrogate}/u
