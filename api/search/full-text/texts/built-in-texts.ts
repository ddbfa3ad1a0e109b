import { createIngesters } from '../../../../files/ingesters/registry.js'
import type { TextOfMedia } from './resource-texts.js'

const ingesters = createIngesters()

/** The text that built-in ingesters give a media. Threads do not have the ingesters of an embedding application. */
export const builtInText: TextOfMedia = (ingester, data) => ingesters.get(ingester)?.text?.(data) ?? ''
