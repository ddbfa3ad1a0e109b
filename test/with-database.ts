import { spawn } from 'node:child_process'
import { postgresServer } from './postgres-server.js'

/** `tsx test/with-database.ts COMMAND…` runs a command, with one PostgreSQL server for all tests that it runs. */
const [command = '', ...parameters] = process.argv.slice(2)
const environment = { ...process.env, TEST_POSTGRES: await postgresServer() }
const child = spawn(command, parameters, { stdio: 'inherit', env: environment })
child.once('exit', (code) => { process.exit(code ?? 1) })
