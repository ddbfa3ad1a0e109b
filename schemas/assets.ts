import { Type, type Static } from '@sinclair/typebox'
import { Nullable, Payload, Reference, ReferenceInput, Representation } from './common.js'
import { ListQuery } from './query.js'

export const AssetSchema = Representation({
  'o:owner': Nullable(Reference),
  'o:name': Type.String(),
  'o:filename': Type.String(),
  'o:media_type': Type.String(),
  'o:asset_url': Type.String({ format: 'uri' }),
  'o:alt_text': Nullable(Type.String())
})
export type Asset = Static<typeof AssetSchema>

export const AssetPayload = Payload({
  'o:name': Type.String(),
  'o:alt_text': Nullable(Type.String()),
  'o:owner': ReferenceInput
})

export const AssetQuery = ListQuery('id, name, media_type, extension', { owner_id: 'Id of the owner; 0 for those without' })
