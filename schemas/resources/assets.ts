import { Type, type Static } from '@sinclair/typebox'
import { Deleted, Input, Nullable, Reference, ReferenceInput, Representation, Url } from '../shared/common.js'

export const Asset = Representation('o:Asset', {
  'o:owner': Nullable(Reference),
  'o:name': Type.String(),
  'o:filename': Type.String(),
  'o:media_type': Type.String(),
  'o:asset_url': Url,
  'o:alt_text': Nullable(Type.String())
})
export type Asset = Static<typeof Asset>

export const DeletedAsset = Deleted(Asset)
export type DeletedAsset = Static<typeof DeletedAsset>

/** A new asset also needs its file, as the part `file` of a form. */
export const AssetInput = Input('AssetInput', {
  'o:name': Type.String(),
  'o:alt_text': Nullable(Type.String()),
  'o:owner': Nullable(ReferenceInput)
})
export type AssetInput = Static<typeof AssetInput>
