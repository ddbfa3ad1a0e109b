import type { Torture } from '../torture.js'

export const folders: Torture = { name: 'folders', description: '', async run () {} }
