import { Type, type Static } from '@sinclair/typebox'
import { CLOSED, Id, OneOf } from '../shared/common.js'
import { integer, text, texts } from '../shared/parameters.js'

/** Parameters of the change feed. */
export const ChangesQuery = Type.Object({
  since: Type.Optional(integer('`last` of the answer before; 0: everything that there is', { minimum: 0, default: 0 })),
  limit: Type.Optional(integer('Most changes of one answer', { minimum: 1, maximum: 10_000, default: 100 })),
  resource: Type.Optional(texts(
    'Names of resource types, as a list or separated by commas; absent: `items`, `item_sets` and `media`'
  )),
  epoch: Type.Optional(text(
    '`epoch` of the answer before: makes sure that `since` belongs to this log, and to what this account sees; otherwise 410'
  )),
  pretty_print: Type.Optional(text('Indent the JSON, whatever the value')),
  callback: Type.Optional(text('Wrap the JSON in a call of this function (JSONP)'))
})

/** The last change of a resource. */
const Change = Type.Object({
  position: Type.Integer({ minimum: 1, description: 'Ascending in the order of commits; never given twice' }),
  op: OneOf(['create', 'update', 'delete'], {
    description: '`delete`: you cannot see it any more, because it was deleted or made private. `create` and `update`: ' +
      'read it and keep it, whether you have it already or not'
  }),
  resource: Type.String({ description: 'Name of the resource type: `items`' }),
  'o:id': Id,
  '@id': Type.String({ format: 'uri', description: 'Address at which it is read, or was' }),
  modified: Type.String({ format: 'date-time', description: 'Time of the change, UTC, to the second' })
}, { ...CLOSED, $id: 'Change' })

/** Changes after a position. Contains only the last change of each resource. */
export const ChangesPage = Type.Object({
  entries: Type.Array(Change, { description: 'In the order of their positions' }),
  last: Type.Integer({ minimum: 0, description: 'Position of the newest change that you may see: the next `since`' }),
  done: Type.Boolean({ description: 'There is nothing more at the moment' }),
  next: Type.Optional(Type.String({ format: 'uri', description: 'Address of what follows, unless it is done' })),
  epoch: Type.String({ description: 'Identifies this log and the rights of its reader; send it back with `since`' })
}, { ...CLOSED, $id: 'ChangesPage' })
export type ChangesPage = Static<typeof ChangesPage>
