import type { Role } from '../../../schemas/administration/roles.js'

/**
 * Who may do what, copied from docs/contract/acl.md §3–§6 and independent of the code under test, which has its own
 * statement.
 *
 * + done · t refused for the type (403, adapter) · e refused for the row (403, entity) · h hidden (404) ·
 * x no such operation (405) · - there is no such case
 */
export type Verdict = '+' | 't' | 'e' | 'h' | 'x' | '-'

/** The columns of every table. */
export const WHO: ReadonlyArray<Role | 'anonymous'> = [
  'anonymous', 'researcher', 'author', 'reviewer', 'editor', 'site_admin', 'global_admin'
]

export interface Rule { types: string[], row: string, operation: string, verdicts: Record<Role | 'anonymous', Verdict> }

/** `types | row | operation | seven verdicts`, a line each. */
function table (text: string): Rule[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .flatMap((line) => {
      const [types, row, operations, verdicts] = line.split('|').map((cell) => cell.trim()) as [
        string,
        string,
        string,
        string
      ]
      const letters = verdicts.split(/ +/)
      if (letters.length !== WHO.length) throw new Error(`Seven verdicts are wanted: ${line}`)
      return operations.split(' ').map((operation) => ({
        types: types.split(' '),
        row,
        operation,
        verdicts: Object.fromEntries(WHO.map((who, i) => [who, letters[i]])) as Rule['verdicts']
      }))
    })
}

/** §3: what is decided before any row is looked at. The rows named here do not exist, or hold for all. */
export const TYPE_RULES = table(`
#                                            |       |               | an re au rv ed sa ga
items item_sets media assets                 | none  | search        | +  +  +  +  +  +  +
items item_sets media assets                 | none  | create        | t  t  +  +  +  +  +
items item_sets media assets                 | none  | update delete | t  t  h  h  h  h  h
resource_templates                           | none  | search        | +  +  +  +  +  +  +
resource_templates                           | none  | create        | t  t  +  t  +  +  +
resource_templates                           | none  | update delete | t  t  h  t  h  h  h
vocabularies properties resource_classes     | none  | search        | +  +  +  +  +  +  +
vocabularies properties resource_classes     | none  | create        | t  t  t  t  t  +  +
vocabularies properties resource_classes     | none  | update delete | t  t  t  t  t  h  h
resources                                    | none  | search        | +  +  +  +  +  +  +
resources                                    | none  | create update delete | t t t t t  x  x
api_resources data_types                     | none  | search        | +  +  +  +  +  +  +
api_resources data_types                     | none  | create update delete | t t t t t  x  x
sites                                        | none  | search        | +  +  +  +  +  +  +
sites                                        | none  | create        | e  e  e  e  +  +  +
sites site_pages                             | none  | update delete | h  h  h  h  h  h  h
site_pages                                   | none  | search create | +  +  +  +  +  +  +
users                                        | none  | search        | t  +  +  +  +  +  +
users                                        | none  | create        | t  t  t  t  t  +  +
users                                        | none  | read update   | t  h  h  h  h  h  h
users                                        | none  | delete        | t  t  t  t  t  h  h
jobs                                         | none  | search        | t  t  t  t  t  +  +
jobs                                         | none  | read update delete | t t t t t   h  h
jobs                                         | none  | create        | t  t  t  t  t  x  x
# Ours, like the jobs; what can be created is no matter of the role alone.
webhooks                                     | none  | search        | t  t  t  t  t  +  +
webhooks                                     | none  | read update delete | t t t t t   h  h
modules                                      | none  | search        | t  t  t  t  t  +  +
modules                                      | none  | create update delete | t t t t t x  x
value_annotations                            | none  | search read create update delete | t t t t t x x
items item_sets media assets resources sites site_pages | none | read | h h h h h h h
resource_templates vocabularies properties resource_classes | none | read | h h h h h h h
`)

/** §4 and §6 for rows that have an owner and are public or private; media belong to a public item of another user. */
export const RESOURCE_RULES = table(`
#                     |               |                       | an re au rv ed sa ga
items item_sets media | own public    | read found            | -  +  +  +  +  +  +
items item_sets media | own private   | read found            | -  +  +  +  +  +  +
items item_sets media | other public  | read found            | +  +  +  +  +  +  +
items item_sets media | other private | read found            | h  h  h  +  +  +  +
items item_sets media | own public    | patch put batchUpdate | -  t  +  +  +  +  +
items item_sets media | own private   | patch put batchUpdate | -  t  +  +  +  +  +
items item_sets media | other public  | patch put batchUpdate | t  t  e  +  +  +  +
items item_sets media | other private | patch put batchUpdate | t  t  h  +  +  +  +
items item_sets media | own public    | delete batchDelete    | -  t  +  +  +  +  +
items item_sets media | own private   | delete batchDelete    | -  t  +  +  +  +  +
items item_sets media | other public  | delete batchDelete    | t  t  e  e  +  +  +
items item_sets media | other private | delete batchDelete    | t  t  h  e  +  +  +
`)

/** §6: a media is seen only together with its item; whose the item is counts, not whose the media is. */
export const MEDIA_RULES = table(`
#     |                                   |            | an re au rv ed sa ga
media | own public in other private       | read found | -  h  h  +  +  +  +
media | own private in other private      | read found | -  h  h  +  +  +  +
media | other public in other private     | read found | h  h  h  +  +  +  +
media | other private in other private    | read found | h  h  h  +  +  +  +
media | own public in own private         | read found | -  +  +  +  +  +  +
media | other public in own private       | read found | -  +  +  +  +  +  +
media | other private in own private      | read found | -  h  h  +  +  +  +
media | other private in own public       | read found | -  h  h  +  +  +  +
media | other public in own public        | read found | -  +  +  +  +  +  +
media | own private in own public         | read found | -  +  +  +  +  +  +
media | own public in other private       | patch      | -  t  h  +  +  +  +
media | other public in own private       | patch      | -  t  e  +  +  +  +
media | other private in own private      | patch      | -  t  h  +  +  +  +
media | own public in other private       | delete     | -  t  h  +  +  +  +
media | other public in own private       | delete     | -  t  e  e  +  +  +
`)

/** §4 for rows that every client sees. `nobody`: without an owner, like the rows of a new installation. */
export const OWNED_RULES = table(`
#                           |        |                       | an re au rv ed sa ga
assets resource_templates vocabularies properties resource_classes | own   | read found | - + + + + + +
assets resource_templates vocabularies properties resource_classes | other | read found | + + + + + + +
assets                      | own    | patch put batchUpdate | -  t  +  +  +  +  +
assets                      | other  | patch put batchUpdate | t  t  e  +  +  +  +
assets                      | nobody | patch put batchUpdate | t  t  e  +  +  +  +
assets                      | own    | delete batchDelete    | -  t  +  +  +  +  +
assets                      | other  | delete batchDelete    | t  t  e  e  +  +  +
assets                      | nobody | delete batchDelete    | t  t  e  e  +  +  +
resource_templates          | own    | patch put batchUpdate delete batchDelete | - t + t + + +
resource_templates          | other  | patch put batchUpdate delete batchDelete | t t e t + + +
resource_templates          | nobody | patch put batchUpdate delete batchDelete | t t e t + + +
vocabularies                | own    | patch put batchUpdate delete batchDelete | - t t t t + +
vocabularies                | other  | patch put batchUpdate delete batchDelete | t t t t t e +
vocabularies                | nobody | patch put batchUpdate delete batchDelete | t t t t t e +
properties resource_classes | own    | patch put batchUpdate delete batchDelete | - t t t t + +
properties resource_classes | other  | patch put batchUpdate delete batchDelete | t t t t t + +
properties resource_classes | nobody | patch put batchUpdate delete batchDelete | t t t t t + +
jobs                        | own    | read found patch put delete | - t t t t + +
jobs                        | other  | read found patch put delete | t t t t t + +
`)

/** §4.1 and §6: sites, by the requester's role there; their pages, public and private; items assigned to them. */
export const SITE_RULES = table(`
#          |                         |                     | an re au rv ed sa ga
sites      | owner public            | read found put patch delete | - + + + + + +
sites      | owner private           | read found put patch delete | - + + + + + +
sites      | admin public            | read found put patch | -  +  +  +  +  +  +
sites      | admin private           | read found put patch | -  +  +  +  +  +  +
sites      | admin public            | delete              | -  e  e  e  e  +  +
sites      | admin private           | delete              | -  e  e  e  e  +  +
sites      | editor public           | read found          | -  +  +  +  +  +  +
sites      | editor private          | read found          | -  +  +  +  +  +  +
sites      | editor public           | put patch delete    | -  e  e  e  e  +  +
sites      | editor private          | put patch delete    | -  e  e  e  e  +  +
sites      | viewer public           | read found          | -  +  +  +  +  +  +
sites      | viewer private          | read found          | -  +  +  +  +  +  +
sites      | viewer public           | put patch delete    | -  e  e  e  e  +  +
sites      | viewer private          | put patch delete    | -  e  e  e  e  +  +
sites      | unheard-of private      | read found          | -  +  +  +  +  +  +
sites      | unheard-of private      | put patch delete addPage | - e e e e  +  +
sites      | stranger public         | read found          | +  +  +  +  +  +  +
sites      | stranger private        | read found          | h  h  h  h  h  +  +
sites      | stranger public         | put patch delete    | e  e  e  e  e  +  +
sites      | stranger private        | put patch delete    | h  h  h  h  h  +  +
sites      | owner public            | addPage             | -  +  +  +  +  +  +
sites      | owner private           | addPage             | -  +  +  +  +  +  +
sites      | admin public            | addPage             | -  +  +  +  +  +  +
sites      | admin private           | addPage             | -  +  +  +  +  +  +
sites      | editor public           | addPage             | -  +  +  +  +  +  +
sites      | editor private          | addPage             | -  +  +  +  +  +  +
sites      | viewer public           | addPage             | -  e  e  e  e  +  +
sites      | viewer private          | addPage             | -  e  e  e  e  +  +
sites      | stranger public         | addPage             | e  e  e  e  e  +  +
sites      | stranger private        | addPage             | h  h  h  h  h  +  +
site_pages | owner public public     | read found put patch delete | - + + + + + +
site_pages | owner public private    | read found put patch delete | - + + + + + +
site_pages | owner private public    | read found put patch delete | - + + + + + +
site_pages | admin private private   | read found put patch delete | - + + + + + +
site_pages | admin public private    | read found put patch delete | - + + + + + +
site_pages | editor public private   | read found put patch delete | - + + + + + +
site_pages | editor private public   | read found put patch delete | - + + + + + +
site_pages | viewer public public    | read found          | -  +  +  +  +  +  +
site_pages | viewer public private   | read found          | -  +  +  +  +  +  +
site_pages | viewer private private  | read found          | -  +  +  +  +  +  +
site_pages | viewer public public    | put patch delete    | -  e  e  e  e  +  +
site_pages | viewer public private   | put patch delete    | -  e  e  e  e  +  +
site_pages | viewer private public   | put patch delete    | -  e  e  e  e  +  +
site_pages | stranger public public  | read found          | +  +  +  +  +  +  +
site_pages | stranger public private | read found          | h  h  h  h  h  +  +
site_pages | stranger private public | read found          | h  h  h  h  h  +  +
site_pages | stranger private private | read found         | h  h  h  h  h  +  +
site_pages | stranger public public  | put patch delete    | e  e  e  e  e  +  +
site_pages | stranger public private | put patch delete    | h  h  h  h  h  +  +
site_pages | stranger private public | put patch delete    | h  h  h  h  h  +  +
`)

/** §5: what each role may do with its own account, and with an account of each role. `role` and `active` change it. */
export const USER_RULES = table(`
#     |                    |                    | an re au rv ed sa ga
users | self               | read found patch put password keys | - + + + + + +
users | self               | role:own           | -  +  +  +  +  +  +
users | self               | active role:another role:administrator | - e e e e e e
users | self               | delete             | -  t  t  t  t  +  e
users | researcher         | read found         | t  +  +  +  +  +  +
users | author             | read found         | t  +  +  +  +  +  +
users | reviewer           | read found         | t  +  +  +  +  +  +
users | editor             | read found         | t  +  +  +  +  +  +
users | site_admin         | read found         | t  +  +  +  +  +  +
users | global_admin       | read found         | t  +  +  +  +  +  +
users | researcher         | patch put active password keys | t e e e e + +
users | author             | patch put active password keys | t e e e e + +
users | reviewer           | patch put active password keys | t e e e e + +
users | editor             | patch put active password keys | t e e e e + +
users | site_admin         | patch put active password keys | t e e e e e +
users | global_admin       | patch put active password keys | t e e e e e +
users | researcher         | role:author role:editor | t e e e e  +  +
users | author             | role:researcher role:reviewer | t e e e e + +
users | reviewer           | role:author role:editor | t e e e e  +  +
users | editor             | role:author role:researcher | t e e e e + +
users | site_admin         | role:author role:editor | t e e e e  e  +
users | global_admin       | role:author role:editor | t e e e e  e  +
users | researcher         | role:site_admin role:global_admin | t e e e e e +
users | author             | role:site_admin role:global_admin | t e e e e e +
users | editor             | role:site_admin role:global_admin | t e e e e e +
users | site_admin         | role:global_admin  | t  e  e  e  e  e  +
users | global_admin       | role:site_admin    | t  e  e  e  e  e  +
users | researcher         | delete             | t  t  t  t  t  +  +
users | author             | delete             | t  t  t  t  t  +  +
users | reviewer           | delete             | t  t  t  t  t  +  +
users | editor             | delete             | t  t  t  t  t  +  +
users | site_admin         | delete             | t  t  t  t  t  e  +
users | global_admin       | delete             | t  t  t  t  t  e  +
users | none               | create:researcher create:author create:reviewer create:editor | t t t t t + +
users | none               | create:site_admin create:global_admin | t t t t t e +
`)

/** §4.3: naming an owner. `self`: oneself at creation; `same`: the owner it has; `null`: an owner taken away. */
export const OWNER_RULES = table(`
#                 |         |                     | an re au rv ed sa ga
items item_sets   | create  | none                | t  t  +  +  +  +  +
items item_sets   | create  | self other          | t  t  e  e  e  +  +
items item_sets   | update  | none same           | t  t  +  +  +  +  +
items item_sets   | update  | other null          | t  t  e  e  e  +  +
media             | update  | none same           | t  t  +  +  +  +  +
media             | update  | other null          | t  t  e  e  e  +  +
resource_templates | create | none                | t  t  +  t  +  +  +
resource_templates | create | self other          | t  t  e  t  e  +  +
resource_templates | update | none same           | t  t  +  t  +  +  +
resource_templates | update | other null          | t  t  e  t  e  +  +
sites             | create  | none                | e  e  e  e  +  +  +
sites             | create  | self other          | e  e  e  e  e  +  +
sites             | update  | none same           | -  +  +  +  +  +  +
sites             | update  | other null          | -  e  e  e  e  +  +
vocabularies      | update  | none same other null | t t  t  t  t  +  +
`)

/** §6: whether a value of an item is shown, by whose the item is and whether item, value and target are public. */
export const VALUE_RULES = table(`
#      |                             |                       | an re au rv ed sa ga
items  | own public                  | literal uri           | -  +  +  +  +  +  +
items  | own private                 | literal uri           | -  +  +  +  +  +  +
items  | other public                | literal uri           | +  +  +  +  +  +  +
items  | other private               | literal uri           | h  h  h  +  +  +  +
items  | own public to other public  | link reverse          | -  +  +  +  +  +  +
items  | own public to other private | link                  | -  h  h  +  +  +  +
items  | own private to other public | link reverse          | -  +  +  +  +  +  +
items  | other public to own private | link                  | -  +  +  +  +  +  +
items  | other public to other public | link reverse         | +  +  +  +  +  +  +
items  | other public to other private | link                | h  h  h  +  +  +  +
items  | other private to other public | link reverse        | h  h  h  +  +  +  +
items  | other private to own public | link reverse          | -  h  h  +  +  +  +
`)
