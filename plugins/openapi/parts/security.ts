/** The ways to send an API key (docs/contract/acl.md §7.1). */
export const securitySchemes = {
  keyIdentity: {
    type: 'apiKey', in: 'query', name: 'key_identity', description: 'Identity of an API key, together with its credential'
  },
  keyCredential: { type: 'apiKey', in: 'query', name: 'key_credential', description: 'Credential of that key' },
  basic: {
    type: 'http', scheme: 'basic', description: 'The identity of an API key as user name, its credential as password'
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'identity.credential',
    description: 'Identity and credential of an API key, joined by a dot'
  }
}

type Requirement = Record<string, string[]>

const WITH_KEY: Requirement[] = [{ basic: [] }, { bearer: [] }, { keyIdentity: [], keyCredential: [] }]

export const SECURITY: Record<'optional' | 'required', Requirement[]> = {
  /** Public data can be read without a key; with one, everything that its owner may see. */
  optional: [{}, ...WITH_KEY],
  required: WITH_KEY
}
