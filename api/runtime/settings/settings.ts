import { availableParallelism } from 'node:os'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { COLLECTION_SCHEMAS } from './collection-schema.js'
import { expectation } from './expectation.js'
import { nearestName } from '../../core/text/nearest-name.js'

/**
 * Every setting of the program with its unit, default and meaning. Flags, environment variables (`VITRINE_PORT`),
 * `vitrine.json` and the table in the README are all generated from this description.
 */
export const SettingsSchema = Type.Object({
  data: Type.String({ default: './data', description: 'Folder of the database `vitrine.db` and of `files/`' }),
  database: Type.String({
    default: '',
    pattern: '^$|^postgres(ql)?://',
    description: 'Address of a PostgreSQL database (postgres://user:password@host/name) to use instead of `vitrine.db`; ' +
      'with several hosts, separated by commas, Vitrine uses the one that accepts writes'
  }),
  databaseConnections: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 1000,
    description: 'Maximum number of connections to PostgreSQL with which a process reads; it has two more, to write ' +
      'and to listen'
  }),
  databaseWait: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'Milliseconds to wait for such a connection before a request is refused with 503'
  }),
  databaseTimeout: Type.Integer({
    default: 30_000,
    minimum: 100,
    description: 'Milliseconds after which PostgreSQL ends a statement that reads, and a write stops waiting for ' +
      'other writes; the request is refused with 503'
  }),
  replica: Type.Array(Type.String({ pattern: '^postgres(ql)?://' }), {
    default: [],
    description: 'Addresses of replicas of that database; requests read from a replica that has replayed all announced ' +
      'commits (docs/scale.md); the flag may be repeated'
  }),
  replicaLag: Type.Integer({
    default: 5, minimum: 0, maximum: 3600, description: 'Seconds that a replica may be behind; one further behind is not used'
  }),
  mustExist: Type.Boolean({
    default: false,
    description: 'Refuse to start if there is no collection, for example if a disk is not mounted, instead of creating one'
  }),
  host: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  port: Type.Integer({
    default: 3000, minimum: 0, maximum: 65535, description: 'Port to listen on; 0 takes a free one'
  }),
  workers: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 64,
    description: 'Number of processes that answer requests; use more than one on computers with several cores'
  }),
  baseUrl: Type.String({
    default: '', description: 'Public address (https://example.org/collection), if it differs from the address of requests'
  }),
  trustProxy: Type.Boolean({
    default: false,
    description: 'Trust X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-For. Use only behind a proxy that sets or ' +
      'removes all three: a client that reaches Vitrine directly could choose the addresses in every answer'
  }),
  product: Type.String({
    default: 'Service',
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    description: 'Product word of the headers `…-Total-Results` and `…-Version`'
  }),
  productAliases: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$' }), {
    default: ['Omeka-S'], description: 'Product words under which the same headers are sent too'
  }),
  bodyLimit: Type.Integer({
    default: 4 * 1024 * 1024, minimum: 1024, description: 'Largest JSON body, in bytes; also of the JSON in a form'
  }),
  valueLimit: Type.Integer({
    default: 9000, minimum: 1, description: 'Maximum number of values that one request may give a resource'
  }),
  uploadLimit: Type.Integer({
    default: 4 * 1024 * 1024 * 1024, minimum: 1024, description: 'Largest uploaded file, in bytes'
  }),
  uploadSpacePerAccount: Type.Integer({
    default: 8 * 1024 * 1024 * 1024,
    minimum: 1024,
    description: 'Maximum bytes of uploads and fetched files that are under way for one account'
  }),
  uploadSpace: Type.Integer({
    default: 16 * 1024 * 1024 * 1024,
    minimum: 1024,
    description: 'Maximum bytes of these for all accounts together; the disk needs this much room beside the collection'
  }),
  connections: Type.Integer({ default: 4000, minimum: 10, description: 'Maximum number of open connections' }),
  rateLimit: Type.Integer({
    default: 30_000,
    minimum: 0,
    description: 'Requests that an address (of IPv6: a /64) may make in a minute without a key, pictures included; 0: any ' +
      'number. Clients in private networks are not limited'
  }),
  rateLimitPerKey: Type.Integer({
    default: 60_000, minimum: 0, description: 'Requests that may be made with one API key in a minute; 0: any number'
  }),
  cors: Type.Boolean({ default: true, description: 'Let web pages of other origins read the API (CORS)' }),
  maxAge: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description: 'Seconds for which browsers and proxies may reuse public answers without revalidating them, even if a ' +
      'resource has changed or become private; 0: they revalidate each time'
  }),
  compress: Type.Boolean({
    default: true,
    description: 'Compress answers (brotli, gzip, zstd) for clients that accept it; turn it off if a proxy does it'
  }),
  memory: Type.Integer({
    default: 256,
    minimum: 8,
    description: 'Megabytes for the caches of all threads together: answers, pages, sets of ids, groups for facets, ' +
      'parts of the database. The program itself needs about 200 more'
  }),
  searchThreads: Type.Integer({
    default: Math.min(Math.max(availableParallelism(), 2), 5),
    defaultText: 'cores',
    minimum: 0,
    maximum: 16,
    description: 'Threads for slow searches, so that quick answers do not wait for them; by default from 2 to 5; one of ' +
      'them is never used by a client that uses all others; 0: none'
  }),
  searchTimeout: Type.Integer({
    default: 20_000,
    minimum: 100,
    description: 'Milliseconds after which a search in such a thread is ended and refused with 503, waiting included'
  }),
  exportTimeout: Type.Integer({
    default: 900_000,
    minimum: 100,
    description: 'Milliseconds after which an export over HTTP is ended: the log of the database grows while it runs'
  }),
  rdfTimeout: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'Milliseconds that reading an RDF document may take before it is refused with 413'
  }),
  changeListeners: Type.Integer({
    default: 200,
    minimum: 0,
    maximum: 10_000,
    description: 'Maximum number of clients that listen to `/api/changes`; a tenth of them from one address'
  }),
  allowPrivateAddresses: Type.Boolean({
    default: false, description: 'Let ingesters fetch from private, loopback and link-local addresses'
  }),
  remoteTimeout: Type.Integer({
    default: 60_000, minimum: 100, description: 'Milliseconds that fetching a remote file may take'
  }),
  remoteLimit: Type.Integer({
    default: 4 * 1024 * 1024 * 1024, minimum: 1024, description: 'Largest remote file, in bytes'
  }),
  webhookHosts: Type.Array(Type.String({ pattern: '^[A-Za-z0-9:._-]+$' }), {
    default: [],
    description: 'Hosts to which webhooks may be sent although their addresses are private (`hooks.museum.lan,10.0.0.7`)'
  }),
  webhookTimeout: Type.Integer({
    default: 15_000, minimum: 10, maximum: 120_000, description: 'Milliseconds that the receiver of a webhook has to answer'
  }),
  webhookTries: Type.Integer({
    default: 10, minimum: 1, maximum: 100, description: 'Attempts after which a delivery of a webhook is given up'
  }),
  webhookFirstRetry: Type.Integer({
    default: 5000,
    minimum: 1,
    description: 'Milliseconds after which a failed delivery is sent again; about four times as long after each attempt'
  }),
  webhookLastRetry: Type.Integer({
    default: 12 * 60 * 60 * 1000, minimum: 1, description: 'Longest such wait, in milliseconds'
  }),
  webhookPatience: Type.Integer({
    default: 5 * 24 * 60 * 60 * 1000,
    minimum: 1,
    description: 'Milliseconds after which a webhook is turned off if every delivery fails'
  }),
  webhookConcurrency: Type.Integer({
    default: 16, minimum: 1, maximum: 256, description: 'Maximum number of webhook deliveries under way at once'
  }),
  webhookLog: Type.Integer({
    default: 200, minimum: 1, maximum: 10_000, description: 'Number of past deliveries in the log of each webhook'
  }),
  filesAddress: Type.String({
    default: '',
    pattern: '^(https?://[^?#]+)?$',
    description: 'Public address of the stored files (a CDN, a bucket), if Vitrine does not serve them itself'
  }),
  protectFiles: Type.Boolean({
    default: false,
    description:
      'Serve the files of a media only to clients that may read it; otherwise to any client that has their random addresses'
  }),
  thumbnailLarge: Type.Integer({
    default: 800, minimum: 16, maximum: 4096, description: 'Longest side of large thumbnails, in pixels'
  }),
  thumbnailMedium: Type.Integer({
    default: 200, minimum: 16, maximum: 4096, description: 'Longest side of medium thumbnails, in pixels'
  }),
  thumbnailSquare: Type.Integer({
    default: 200, minimum: 16, maximum: 4096, description: 'Side of square thumbnails, in pixels'
  }),
  s3Endpoint: Type.String({
    default: '',
    pattern: '^(https?://[^?#]+)?$',
    description: 'Address of a bucket (https://s3.example.org/museum) of an S3-compatible object storage, which stores ' +
      'the files instead of the data folder'
  }),
  s3Region: Type.String({ default: 'us-east-1', pattern: '.', description: 'Region of that bucket' }),
  s3AccessKeyId: Type.String({ default: '', description: 'Access key for that bucket' }),
  s3SecretAccessKey: Type.String({ default: '', description: 'Secret of that access key' }),
  adminEmail: Type.String({
    default: 'admin@example.org',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'E-mail address of the administrator that the first start creates'
  }),
  adminPassword: Type.String({
    default: '', description: 'Password of that administrator; if empty, a random one is created and shown once'
  }),
  explore: Type.Boolean({
    default: true, description: 'Show the collection as public pages, at `/`, `/items/1` and so on'
  }),
  iiif: Type.Boolean({
    default: true, description: 'Serve manifests and pictures to IIIF viewers, at `/iiif/3/1/manifest` and so on'
  }),
  iiifMaxSide: Type.Integer({
    default: 8192, minimum: 512, maximum: 65535, description: 'Longest side of the pictures drawn for them, in pixels'
  }),
  iiifMaxArea: Type.Integer({
    default: 16 * 1024 * 1024,
    minimum: 512 * 512,
    maximum: 256 * 1024 * 1024,
    description: 'Maximum number of pixels of such a picture, width × height'
  }),
  iiifCache: Type.Integer({
    default: 1024, minimum: 16, description: 'Megabytes of such pictures that are cached on disk while the program runs'
  }),
  oai: Type.Boolean({
    default: true, description: 'Let records be harvested by OAI-PMH, at `/oai`'
  }),
  oaiNamespace: Type.String({
    default: '',
    pattern: '^([A-Za-z0-9][A-Za-z0-9-]*(\\.[A-Za-z0-9][A-Za-z0-9-]*)+)?$',
    description: 'Domain name in the identifiers of these records (`oai:example.org:items/1`), which must never change; ' +
      'if empty, the host of the address'
  }),
  oaiEmail: Type.String({
    default: '',
    pattern: '^([^@\\s]+@[^@\\s]+\\.[^@\\s]+)?$',
    description: 'E-mail address that harvesters see; if empty, `webmaster` of that host'
  }),
  facets: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]*:[A-Za-z0-9_.-]+$' }), {
    default: [],
    description: 'Properties by which visitors can filter the public pages (`dcterms:subject,dcterms:creator`); ' +
      'if empty, Vitrine chooses suitable ones'
  }),
  ...COLLECTION_SCHEMAS,
  metrics: Type.Union(
    ['off', 'loopback', 'all'].map((readers) => Type.Literal(readers)),
    {
      default: 'loopback',
      description: 'Who may read `/metrics` (Prometheus): no client (`off`), clients on this computer that do not use a ' +
        'proxy (`loopback`), or every client (`all`)'
    }
  ),
  logLevel: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'Lowest level of messages that are logged' }
  )
}, { additionalProperties: false })

export type Settings = Static<typeof SettingsSchema>
export type SettingName = keyof Settings

/** The names of all settings, in the order of the table in the README. */
export const SETTING_NAMES = Object.keys(SettingsSchema.properties) as SettingName[]

/**
 * An unknown setting or an invalid value. The message names the setting, where it was given, and what was expected.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Fills in the defaults for an embedding application's settings.
 * @throws SettingsError for an unknown name or an invalid value.
 */
export function completeSettings (given: Partial<Settings>): Settings {
  if (typeof given !== 'object' || given === null) {
    throw new SettingsError('Settings are expected by name, such as { data: "./data" }.')
  }
  const settings = defaultSettings()
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    Object.assign(settings, { [name]: checkedSetting(name, value, name) })
  }
  return settings
}

/** The default of every setting. */
export function defaultSettings (): Settings {
  return Value.Create(SettingsSchema)
}

/**
 * Checks the value of a setting and returns it.
 *
 * @param origin where it was given, for the message: `VITRINE_PORT`, `--port`.
 * @throws SettingsError for an unknown name or an invalid value.
 */
export function checkedSetting (name: string, value: unknown, origin: string): unknown {
  if (!isSettingName(name)) {
    throw new SettingsError(
      `${origin} is an unknown setting. The nearest is ${nearestName(name, SETTING_NAMES)!}.`
    )
  }
  const schema = SettingsSchema.properties[name]
  if (!Value.Check(schema, value)) {
    throw new SettingsError(
      `${origin}: expected ${expectation(schema)}, got ${JSON.stringify(value)}.`
    )
  }
  return value
}

export function isSettingName (name: string): name is SettingName {
  return Object.hasOwn(SettingsSchema.properties, name)
}
