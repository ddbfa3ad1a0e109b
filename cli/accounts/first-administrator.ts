import { randomBytes } from 'node:crypto'
import { OPERATOR } from '../../api/core/calls/actor.js'
import type { Api } from '../../api/api.js'

/**
 * Creates an administrator with an API key, for a collection without users.
 *
 * @param address of the server, without a trailing slash.
 * @returns text to print once, with the password and the key; empty if another process created an account meanwhile.
 */
export async function createFirstAdministrator (api: Api, address: string): Promise<string> {
  const email = api.settings.adminEmail
  const isChosen = api.settings.adminPassword !== ''
  const password = isChosen ? api.settings.adminPassword : randomBytes(12).toString('base64url')
  if (!await api.accounts.createFirstUser({ email, name: 'Administrator', role: 'global_admin', password })) return ''
  const { identity, credential } = await api.keys.create(email, { label: 'first key' }, OPERATOR)
  const base = api.settings.baseUrl === '' ? address : api.settings.baseUrl
  const warning = process.stdout.isTTY ? '' : inLog(email, identity)
  return `
  Sign in   ${base}/login
            ${email}
            ${isChosen ? '(the password you set)' : password}
  API key   key_identity=${identity}
            key_credential=${credential}

  This is shown once.${warning} Take the key into another terminal, and make your first item:

  export KEY=${identity}:${credential}
  curl -u $KEY ${base}/api/items \\
    -H 'Content-Type: application/json' -d '{"dcterms:title":[{"@value":"Hello"}]}'

`
}

/** A warning for services and containers, whose output goes to a log that other users may read. */
function inLog (email: string, identity: string): string {
  return ` The output is not a terminal: all who can read its log can read this, too.
  Choose another password, and revoke the key when you do not need it:

  vitrine user password --email ${email}
  vitrine key revoke ${identity}

 `
}
