import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE, withDrawings } from './drawing.js'

writeFileSync(PAGE, withDrawings(readFileSync(PAGE, 'utf8')))
