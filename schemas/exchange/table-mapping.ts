import { Type, type Static } from '@sinclair/typebox'

const strict = { additionalProperties: false } as const
const text = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description })

/** How the columns of a table become a record. Written by `vitrine import --save-mapping`. */
export const TableColumn = Type.Object({
  column: Type.Optional(Type.Integer({
    minimum: 1, maximum: 16_384, description: 'Position, counted from 1; needed where several columns have the header'
  })),
  header: Type.Optional(Type.String({
    maxLength: 10_000, description: 'The header. A column that has moved since is found by it'
  })),
  to: Type.Union([Type.Null(), text(
    'What its cells are: a term (`dcterms:title`), `o:resource_class` (terms or labels), `o:resource_template` ' +
    '(labels), `o:item_set` (titles), `o:owner` (e-mail addresses), `o:is_public`, `o:is_open`, `@type` (Item or Item ' +
    'Set), `o:id` (of resources to update), `file` (paths of media), `url` (addresses of media), `media:` with a term ' +
    '(values of these media). null leaves the column out'
  )]),
  type: Type.Optional(text(
    'Data type of the values: `literal` (default), `uri` (a label may follow the address), `resource:item` and other ' +
    'links, those that the installation has, `auto` (`uri` for what begins with http(s)://, `literal` for the rest), ' +
    'or `json`: a cell is a list of values as in REST'
  )),
  by: Type.Optional(text(
    'Links and item sets: what names the target: a term (`dcterms:identifier`), `o:title`, `o:id`, or `row`: the ' +
    'identifier of another row'
  )),
  language: Type.Optional(Type.String({
    pattern: '^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$', maxLength: 50, description: 'Language tag of the values'
  })),
  separator: Type.Optional(Type.String({
    minLength: 1, maxLength: 10, description: 'Stands between several values in a cell; default: one value a cell'
  })),
  isEscaped: Type.Optional(Type.Boolean({
    description: 'A backslash stands before each separator and backslash that belongs to a value, and spaces are kept'
  })),
  isGuarded: Type.Optional(Type.Boolean({
    description: 'An apostrophe stands before cells that spreadsheet programs would take for formulas'
  })),
  isIdentifier: Type.Optional(Type.Boolean({
    description: 'Its cells identify the rows: other rows link to them, and later runs recognize them; one column only'
  })),
  isPublic: Type.Optional(Type.Boolean({ description: 'Visibility of the values; default true' }))
}, strict)
export type TableColumn = Static<typeof TableColumn>

/** How a table becomes records. */
export const TableMapping = Type.Object({
  '@type': Type.Literal('vitrine:TableMapping'),
  version: Type.Literal(1, { description: 'Of this format' }),
  table: Type.Object({
    encoding: Type.Optional(text('CSV and TSV: for example `windows-1252`; default: detected')),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1, description: 'CSV and TSV; default: guessed' })),
    hasQuotes: Type.Optional(Type.Boolean({
      description: 'CSV and TSV: false when quotation marks belong to the texts; default true'
    })),
    sheet: Type.Optional(text('XLSX and ODS: name of the sheet; default: the first that is not hidden')),
    headerRow: Type.Optional(Type.Integer({
      minimum: 1, description: 'The row of headers; default: the first that is not empty'
    }))
  }, { ...strict, description: 'What cannot be detected' }),
  record: Type.Object({
    '@type': Type.Optional(Type.Union([Type.Literal('o:Item'), Type.Literal('o:ItemSet')])),
    'o:resource_class': Type.Optional(text('Term or label')),
    'o:resource_template': Type.Optional(text('Label')),
    'o:item_set': Type.Optional(Type.Array(text('Title'), { maxItems: 100 })),
    'o:is_public': Type.Optional(Type.Boolean()),
    'o:owner': Type.Optional(text('E-mail address'))
  }, { ...strict, description: 'What all records have, unless a cell says otherwise; item sets are added' }),
  columns: Type.Array(TableColumn, { maxItems: 16_384 })
}, strict)
export type TableMapping = Static<typeof TableMapping>

/** Maximum number of UTF-16 code units in a cell of Excel and LibreOffice, which silently truncate longer texts. */
export const CELL_MAX_CHARACTERS = 32_767
