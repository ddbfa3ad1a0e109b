import { availableParallelism } from 'node:os'
import { KindGuard, Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { COLLECTION_SCHEMAS } from './collection-schema.js'
import { nearestName } from '../../core/text/nearest-name.js'

/**
 * Every setting of the program, with its unit, default and meaning. Flags, environment variables (`VITRINE_PORT`),
 * `vitrine.json` and the table in the README are all made from this one description.
 */
export const SettingsSchema = Type.Object({
  data: Type.String({ default: './data', description: 'Folder of the database `vitrine.db` and of `files/`' }),
  database: Type.String({
    default: '',
    pattern: '^$|^postgres(ql)?://',
    description: 'Address of a database in PostgreSQL (postgres://user:password@host/name) in place of `vitrine.db`; ' +
      'several hosts with commas between them, of which one takes writes'
  }),
  databaseConnections: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 1000,
    description: 'Most connections to PostgreSQL over which a process reads; it has two more, to write ' +
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
    description: 'Milliseconds after which PostgreSQL ends a statement that reads, and a write no longer waits for ' +
      'those of others; the request is refused with 503'
  }),
  replica: Type.Array(Type.String({ pattern: '^postgres(ql)?://' }), {
    default: [],
    description: 'Addresses of replicas of that database, from which requests read as long as they know all that was ' +
      'announced (docs/scale.md); the flag may be repeated'
  }),
  replicaLag: Type.Integer({
    default: 5, minimum: 0, maximum: 3600, description: 'Seconds that a replica may be behind to be read from'
  }),
  mustExist: Type.Boolean({
    default: false,
    description: 'Refuse to start where there is no collection, as where a disk is not mounted, instead of beginning one'
  }),
  host: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  port: Type.Integer({
    default: 3000, minimum: 0, maximum: 65535, description: 'Port to listen on; 0 takes a free one'
  }),
  workers: Type.Integer({
    default: 1,
    minimum: 1,
    maximum: 64,
    description: 'Processes that `vitrine serve` answers with; more than one on computers with several cores'
  }),
  baseUrl: Type.String({
    default: '', description: 'Public address (https://example.org/collection) when it is not the one requests name'
  }),
  trustProxy: Type.Boolean({
    default: false,
    description: 'Believe X-Forwarded-Proto, X-Forwarded-Host and X-Forwarded-For. Only behind a proxy that sets or ' +
      'removes all three: a client that reaches Vitrine without it could choose the addresses in every answer'
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
    default: 9000, minimum: 1, description: 'Most values that a resource may be given by one request'
  }),
  uploadLimit: Type.Integer({
    default: 4 * 1024 * 1024 * 1024, minimum: 1024, description: 'Largest uploaded file, in bytes'
  }),
  uploadSpacePerAccount: Type.Integer({
    default: 8 * 1024 * 1024 * 1024,
    minimum: 1024,
    description: 'Most bytes of uploads and fetched files that one account may have on their way at once'
  }),
  uploadSpace: Type.Integer({
    default: 16 * 1024 * 1024 * 1024,
    minimum: 1024,
    description: 'The same for all accounts together; the disk needs this much room beside the collection'
  }),
  connections: Type.Integer({ default: 4000, minimum: 10, description: 'Most connections that are open at once' }),
  rateLimit: Type.Integer({
    default: 30_000,
    minimum: 0,
    description: 'Requests that an address (of IPv6: a /64) may make in a minute without a key, pictures included; 0: any ' +
      'number. Clients in private networks are not limited'
  }),
  rateLimitPerKey: Type.Integer({
    default: 60_000, minimum: 0, description: 'Requests that may be made with one API key in a minute; 0: any number'
  }),
  cors: Type.Boolean({ default: true, description: 'Let pages of other origins read (CORS)' }),
  maxAge: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description: 'Seconds for which browsers and proxies may reuse what everybody may see without asking whether it has ' +
      'changed, or become private; 0: they ask each time'
  }),
  compress: Type.Boolean({
    default: true,
    description: 'Compress answers (brotli, gzip, zstd) for clients that take them so; off where a proxy does it'
  }),
  memory: Type.Integer({
    default: 256,
    minimum: 8,
    description: 'Megabytes that may be kept ready in memory, by all threads together: answers, pages, lists of ids, ' +
      'groups that facets count by, parts of the database. The program itself takes about 200 besides'
  }),
  searchThreads: Type.Integer({
    default: Math.min(Math.max(availableParallelism() - 1, 1), 4),
    defaultText: 'cores - 1',
    minimum: 0,
    maximum: 16,
    description: 'Threads for slow searches, so that they hold up no quick answers; by default from 1 to 4; 0: none'
  }),
  searchTimeout: Type.Integer({
    default: 20_000,
    minimum: 100,
    description: 'Milliseconds after which a search in such a thread is ended and refused with 503, waiting included'
  }),
  exportTimeout: Type.Integer({
    default: 900_000,
    minimum: 100,
    description: 'Milliseconds after which an export over HTTP is ended: as long as it runs, the log of the database ' +
      'cannot be emptied'
  }),
  rdfTimeout: Type.Integer({
    default: 5000,
    minimum: 100,
    description: 'Milliseconds that a document of RDF may take to be understood before it is refused with 413'
  }),
  changeListeners: Type.Integer({
    default: 200,
    minimum: 0,
    maximum: 10_000,
    description: 'Most clients that receive changes as they happen (`/api/changes`); a tenth of them from one address'
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
    description: 'Hosts to which webhooks may be sent though their addresses are private (`hooks.museum.lan,10.0.0.7`)'
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
    description: 'Milliseconds after which a delivery that failed is sent again; each time four times as long, give or take'
  }),
  webhookLastRetry: Type.Integer({
    default: 12 * 60 * 60 * 1000, minimum: 1, description: 'Longest such wait, in milliseconds'
  }),
  webhookPatience: Type.Integer({
    default: 5 * 24 * 60 * 60 * 1000,
    minimum: 1,
    description: 'Milliseconds of nothing but failures after which a webhook is turned off'
  }),
  webhookConcurrency: Type.Integer({
    default: 16, minimum: 1, maximum: 256, description: 'Most deliveries of webhooks that are on their way at once'
  }),
  webhookLog: Type.Integer({
    default: 200, minimum: 1, maximum: 10_000, description: 'Past deliveries that are kept of each webhook'
  }),
  filesAddress: Type.String({
    default: '',
    pattern: '^(https?://[^?#]+)?$',
    description: 'Public address of the stored files (a CDN, a bucket) when Vitrine does not serve them itself'
  }),
  protectFiles: Type.Boolean({
    default: false,
    description:
      'Give the files of a media only to those who may read it; otherwise to everyone who knows their unguessable addresses'
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
    description: 'Address of a bucket (https://s3.example.org/museum) of an S3-compatible object storage that keeps ' +
      'the files instead of the data folder'
  }),
  s3Region: Type.String({ default: 'us-east-1', pattern: '.', description: 'Region of that bucket' }),
  s3AccessKeyId: Type.String({ default: '', description: 'Access key for that bucket' }),
  s3SecretAccessKey: Type.String({ default: '', description: 'Secret of that access key' }),
  adminEmail: Type.String({
    default: 'admin@example.org',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    description: 'E-mail address of the administrator whom the first start makes'
  }),
  adminPassword: Type.String({
    default: '', description: 'Password of that administrator; when empty one is made up and shown once'
  }),
  explore: Type.Boolean({
    default: true, description: 'Show the collection as pages for everybody, at `/`, `/items/1` and so on'
  }),
  iiif: Type.Boolean({
    default: true, description: 'Serve manifests and pictures to viewers of the IIIF, at `/iiif/3/1/manifest` and so on'
  }),
  iiifMaxSide: Type.Integer({
    default: 8192, minimum: 512, maximum: 65535, description: 'Longest side of the pictures drawn for them, in pixels'
  }),
  iiifMaxArea: Type.Integer({
    default: 16 * 1024 * 1024,
    minimum: 512 * 512,
    maximum: 256 * 1024 * 1024,
    description: 'Most pixels of such a picture, width × height'
  }),
  iiifCache: Type.Integer({
    default: 1024, minimum: 16, description: 'Megabytes of such pictures that are kept on disk while the program runs'
  }),
  oai: Type.Boolean({
    default: true, description: 'Let records be harvested by OAI-PMH, at `/oai`'
  }),
  oaiNamespace: Type.String({
    default: '',
    pattern: '^([A-Za-z0-9][A-Za-z0-9-]*(\\.[A-Za-z0-9][A-Za-z0-9-]*)+)?$',
    description: 'Domain name in the identifiers of these records (`oai:example.org:items/1`), which must never change; ' +
      'when empty the host of the address'
  }),
  oaiEmail: Type.String({
    default: '',
    pattern: '^([^@\\s]+@[^@\\s]+\\.[^@\\s]+)?$',
    description: 'E-mail address for those who harvest; when empty `webmaster` of that host'
  }),
  facets: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]*:[A-Za-z0-9_.-]+$' }), {
    default: [],
    description: 'Properties by which these pages count and filter (`dcterms:subject,dcterms:creator`); ' +
      'when empty, those that suit the collection best'
  }),
  ...COLLECTION_SCHEMAS,
  metrics: Type.Union(
    ['off', 'loopback', 'all'].map((readers) => Type.Literal(readers)),
    {
      default: 'loopback',
      description: 'Who may read `/metrics` (Prometheus): nobody (`off`), programs on this computer that ask directly, ' +
        'not through a proxy (`loopback`), or everybody (`all`)'
    }
  ),
  logLevel: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'How much is logged' }
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
  constructor (message: string) {
    super(message)
    this.name = new.target.name
  }
}

/**
 * Completes the settings of an embedding application by their defaults.
 *
 * @throws SettingsError for an unknown name or an invalid value.
 */
export function completeSettings (given: Partial<Settings>): Settings {
  const settings = defaultSettings()
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    Object.assign(settings, { [name]: checkedSetting(name, value, name) })
  }
  return settings
}

/** Every setting at its default. */
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

/** Describes the values that a schema allows: "a whole number from 0 to 65535". */
function expectation (schema: TSchema): string {
  if (typeof schema.expected === 'string') return schema.expected
  if (KindGuard.IsBoolean(schema)) return 'true or false'
  if (KindGuard.IsInteger(schema)) return `a whole number${range(schema)}`
  if (KindGuard.IsArray(schema)) return `a list, each ${expectation(schema.items)}`
  if (KindGuard.IsUnion(schema)) return `one of ${schema.anyOf.map((option) => String(option.const)).join(', ')}`
  return typeof schema.pattern === 'string' ? `text that matches /${schema.pattern}/` : 'text'
}

function range ({ minimum, maximum }: TSchema): string {
  return (minimum === undefined ? '' : ` from ${minimum as number}`) +
    (maximum === undefined ? '' : ` to ${maximum as number}`)
}
