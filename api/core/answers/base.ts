import { randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** Key under which worker threads receive the placeholder that the main thread has chosen. */
const SHARED = 'vitrine:base'

/**
 * Placeholder for the base of the installation's URLs in stored and cached JSON texts, so that one text serves every
 * host name. It is random, so that no payload can contain it, and equal in all threads of the process.
 */
export const BASE = (getEnvironmentData(SHARED) as string | undefined) ?? `base-${randomBytes(12).toString('hex')}`
setEnvironmentData(SHARED, BASE)
