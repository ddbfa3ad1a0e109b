import type { Torture } from '../torture.js'

export const fuzz: Torture = { name: 'fuzz', description: '', async run () {} }
