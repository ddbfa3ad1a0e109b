import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { open } from '../../app.js'
import { freePort } from '../../test/files/fixtures/servers.js'
import { PostgresServer } from '../../test/db/postgres/fixtures/postgres-server.js'
import { createAccounts, type Accounts } from '../process/accounts.js'
import { Server } from '../process/server.js'

const NODES = 3
/** Bytes of the disk of the primary. */
const DISK = 1024 * 2 ** 20

/** Three nodes, a primary and a replica of PostgreSQL, and an object storage. */
export class Cluster {
  nodes: Server[] = []
  accounts!: Accounts
  primary!: PostgresServer
  replica!: PostgresServer
  /** Whether the primary has a small disk of its own. */
  isDiskSmall = false
  readonly #ends: Array<() => unknown> = []
  readonly #ports: number[] = []
  #address = ''
  #replicaAddress = ''
  #storage: ChildProcess | undefined
  #storagePort = 0

  constructor (private readonly folder: string) {}

  get bases (): string[] {
    return this.nodes.map(({ base }) => base)
  }

  async begin (): Promise<void> {
    const ending = { teardown: (work: () => unknown) => { this.#ends.unshift(work) } }
    const disk = path.join(this.folder, 'disk')
    await mkdir(disk)
    this.isDiskSmall = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status === 0
    if (this.isDiskSmall) this.#ends.unshift(() => spawnSync('umount', ['-l', disk]))
    for (const each of [this.folder, disk]) await chmod(each, 0o755)
    await chmod(disk, 0o777)
    this.primary = await PostgresServer.primary(ending, disk)
    this.#address = Object.assign(new URL(this.primary.address), { pathname: '/museum' }).href
    await this.primary.tell('CREATE DATABASE museum')
    const data = path.join(this.folder, 'first')
    const api = await open({ data, database: this.#address, searchThreads: 0 })
    try {
      this.accounts = await createAccounts(api)
    } finally {
      await api.close()
    }
    this.replica = await PostgresServer.replica(ending, this.primary.address)
    this.#replicaAddress = Object.assign(new URL(this.replica.address), { pathname: '/museum' }).href
    this.#storagePort = await freePort()
    await this.beginStorage()
    for (let at = 0; at < NODES; at++) this.#ports.push(await freePort())
    this.nodes = await Promise.all(this.#ports.map(async (_, at) => await this.#start(at)))
  }

  async restart (at: number): Promise<void> {
    this.nodes[at] = await this.#start(at)
  }

  async end (): Promise<string[]> {
    const faults = await Promise.all(this.nodes.map(async (node) => await node.stop()))
    await this.endStorage()
    for (const end of this.#ends) await end()
    return faults.filter((fault) => fault !== undefined)
  }

  async beginStorage (): Promise<void> {
    const require = createRequire(import.meta.url)
    const server = spawn(process.execPath, [
      '--openssl-legacy-provider', require.resolve('s3rver/bin/s3rver.js'), '--address', '127.0.0.1',
      '--port', String(this.#storagePort), '--directory', path.join(this.folder, 's3'), '--configure-bucket', 'museum'
    ], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(server.stdout, 'data')
    server.stdout.resume()
    this.#storage = server
  }

  async endStorage (): Promise<void> {
    if (this.#storage === undefined) return
    this.#storage.kill()
    await once(this.#storage, 'exit')
    this.#storage = undefined
  }

  /** Ends connections of all nodes to the primary. */
  async cut (condition: string): Promise<void> {
    const client = new pg.Client(this.#address)
    await client.connect()
    try {
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'museum' AND ${condition}
        AND pid <> pg_backend_pid()`)
    } finally {
      await client.end()
    }
  }

  /** Leaves no room on the disk of the primary. @returns what makes room again. */
  async fillDisk (): Promise<() => Promise<void>> {
    const ballast = path.join(this.folder, 'disk', 'ballast')
    // As much as there is: the last write is cut off.
    await writeFile(ballast, Buffer.alloc(DISK)).catch(() => {})
    return async () => { await rm(ballast) }
  }

  async #start (at: number): Promise<Server> {
    return await Server.start(path.join(this.folder, `node${at}`), {
      flags: [
        '--port', String(this.#ports[at]), '--database', this.#address, '--replica', this.#replicaAddress,
        '--s3-endpoint', `http://127.0.0.1:${this.#storagePort}/museum`,
        '--s3-access-key-id', 'S3RVER', '--s3-secret-access-key', 'S3RVER'
      ]
    })
  }
}
