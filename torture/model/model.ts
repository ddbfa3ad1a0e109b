import type { Torture } from '../torture.js'

export const model: Torture = { name: 'model', description: '', async run () {} }
