import { createIngesters } from '../../../../files/ingesters/registry.js'
import type { TextOfMedia } from './resource-texts.js'

const ingesters = createIngesters()

/** The text that built-in ingesters give a media: all that threads know. */
export const builtInText: TextOfMedia = (ingester, data) => ingesters.get(ingester)?.text?.(data) ?? ''
