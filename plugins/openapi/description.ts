import { searchTable } from './examples.js'

/** What operations have in common, in Markdown. */
export function description (): string {
  return `Items, item sets and media of a published collection, with the vocabularies that describe them, as
[JSON-LD](https://www.w3.org/TR/json-ld11/).

## Keys

What is public is for everybody. For anything else, send the two parts of an API key, the *identity* and the *credential*:
as \`key_identity\` and \`key_credential\` in the query, as \`Authorization: Basic\` (identity as user name, credential as
password), or as \`Authorization: Bearer identity.credential\`. A key that is wrong in any way is no error: the request is
anonymous.

## Searching

All lists are searched in the same way. Parameters that are not known are ignored; filters narrow the search together.

**Lists** of \`id\`, \`fields\`, \`facets\`, \`sort_by\` and \`sort_order\` are written with commas. Where another parameter takes
several values, they are written with brackets: \`item_set_id[]=1&item_set_id[]=2\`. Of two values under one plain name the
last counts. **Flags** are \`1\` and \`0\`; \`true\` and \`false\` are ignored.

**Values** are asked for by rows, \`property[N][property]\`, \`property[N][type]\`, \`property[N][text]\` and
\`property[N][joiner]\`, with N from 0. \`property\` is a term such as \`dcterms:title\`, an id, or empty for any property.
Rows are joined by *and*, unless \`joiner\` is \`or\`; *and* binds tighter than *or*. Several texts, \`property[N][text][]\`,
mean any of them; in a negation none of them. A row without \`type\`, or without a text where one is needed, is ignored.

| type | negation | meaning |
| --- | --- | --- |
| \`eq\` | \`neq\` | equal to the text, to the address, or to the title of the linked resource |
| \`in\` | \`nin\` | contains the text |
| \`sw\` | \`nsw\` | starts with it |
| \`ew\` | \`new\` | ends with it |
| \`res\` | \`nres\` | links to the resource with this id |
| \`ex\` | \`nex\` | there is a value; needs no text |
| \`dt\` | \`ndt\` | has this data type |
| \`lt\`, \`lte\` | | smaller, by number or by date |
| \`gt\`, \`gte\` | | larger, by number or by date |

A positive type asks that *some* value is so, a negation that *no* value is so. Case and accents do not matter. Dates are
years, months or days, \`1890\`, \`1890-05\`, \`1890-05-12\`, \`-0300\`, and may be uncertain: \`189X\`, \`1890~\`, \`1890/1900\`.

**Order and pages**: \`sort_by\` names one key or several, \`sort_order\` is \`asc\` or \`desc\`, one for all or one for each;
ties are broken by id. \`page\` and \`per_page\` choose a page. An empty \`page\` gives every match. With an empty \`cursor\`
instead of \`page\` the pages are walked by \`rel="next"\` in \`Link\`: no row comes twice or is left out, whatever is written
meanwhile. The number of all matches stands in a header.

**Less of each**: \`fields\` names the members to show, besides \`@context\`, \`@id\` and \`@type\`. \`return_scalar\` gives an object
from id to one field.

These searches were asked of a collection of four public items:

${searchTable()}

## Writing

A value is a text (\`@value\`), an address (\`@id\`) or a link to another resource (\`value_resource_id\`), in a list under the
term of its property. PUT replaces the whole resource. PATCH with \`application/json\` keeps what it does not name, but all
values count as one: a PATCH that gives any value replaces every value. To change a single value, patch with
\`application/json-patch+json\` or \`application/merge-patch+json\`.

With files, send a form: the JSON in the part \`data\`, the files in \`file[0]\`, \`file[1]\`, … (of assets in \`file\`). A medium with
\`"o:ingester": "upload"\` names its file by \`file_index\`.

\`If-Match\` with the \`ETag\` of what was read refuses to overwrite what somebody else changed meanwhile.

## Errors

What cannot be done is refused and changes nothing. The body has one message, \`{"errors": {"error": "…"}}\`, or messages by
the key at fault, \`{"errors": {"o:item_set": ["…"]}}\`.`
}
