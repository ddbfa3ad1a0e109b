import { isRole } from '../../../core/calls/actor.js'
import { emailProblems } from '../../../access/accounts/email-address.js'
import { now } from '../../../core/answers/dates.js'
import { MAX_CHARACTERS } from '../../../resources/shared/representation/fields.js'
import { OWN_KEYS } from './collection-file.js'
import type { AssetContent, UserContent } from './record.js'
import { excerptOf, type LineFields } from './line-fields.js'
import { readFileName } from './files.js'

/**
 * The role of accounts whose own role comes from a module of the source (`guest`, for example, is the role of
 * visitors). Even this role sees more than the public, so these accounts are deactivated as well.
 */
const LEAST_ROLE = 'researcher'

/** An account, without password and keys (docs/contract/admin-resources.md §5). */
export function readUser (fields: LineFields): UserContent {
  const email = fields.required('o:email', MAX_CHARACTERS.name)
  if (email !== '') {
    const [problem] = emailProblems(email)
    if (problem !== undefined) fields.errors.push(`o:email: ${excerptOf(email)}: ${problem}`)
  }
  const role = fields.required('o:role', MAX_CHARACTERS.name)
  if (role !== '' && !isRole(role)) {
    fields.warnings.push(`o:role: the role ${excerptOf(role)} is unknown here; the account became a ${LEAST_ROLE} and is ` +
      `switched off. To let it sign in: vitrine user edit --email ${email} --activate`)
  }
  return {
    name: fields.required('o:name', MAX_CHARACTERS.name),
    email,
    role: isRole(role) ? role : LEAST_ROLE,
    isActive: fields.flag('o:is_active', false) && isRole(role),
    created: fields.date('o:created') ?? now(),
    modified: fields.date(OWN_KEYS.modified)
  }
}

/** An asset (docs/contract/resources.md §5). */
export function readAsset (fields: LineFields): AssetContent {
  const file = readFileName(fields, 'o:filename', 'o:asset_url')
  if (file === null && fields.errors.length === 0) fields.refuse('o:filename', 'the name of a stored file')
  return {
    name: fields.required('o:name', MAX_CHARACTERS.label),
    mediaType: fields.required('o:media_type', MAX_CHARACTERS.label),
    altText: fields.text('o:alt_text'),
    ownerId: fields.reference('o:owner'),
    file: file ?? { name: '', storageId: '', extension: null, url: null }
  }
}
