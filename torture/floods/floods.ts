import type { Torture } from '../torture.js'

export const floods: Torture = { name: 'floods', description: '', async run () {} }
