import { html, type Html } from '../html.js'
import type { Formats } from './formats.js'

/** The texts of the pages in English, besides those of administration/. The other languages have the same members. */
export const en = ({ counted }: Formats) => ({
  /** Header, menu and footer of all pages. */
  frame: {
    skip: 'Skip to content',
    menu: 'Main',
    home: 'Home',
    account: 'Your account',
    signIn: 'Sign in',
    signOut: 'Sign out',
    apiDocs: 'API documentation',
    language: 'Language',
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`
  },

  /** The public pages of the collection. `#` stands for a number. */
  explore: {
    collection: 'Collection',
    itemSet: 'Item set',
    class: 'Class',
    administration: 'Administration',
    untitled: 'Untitled',
    private: 'Private',
    onlySome: 'Only users who are signed in and have access can find this page.',
    lead: (items: number) => counted(items, { one: 'One item to look at', other: '# items to explore' }),
    searchLabel: 'Search the collection',
    search: 'Search',
    items: (items: number) => counted(items, { one: '# item', other: '# items' }),
    forWords: (words: string) => `for “${words}”`,
    nothingFound: 'Nothing found',
    tryOther: 'Try other words, or fewer of them.',
    tryLess: 'No item matches all of these filters. Remove some of them.',
    showAll: 'Show everything',
    beyond: (pages: string) => `The list ends with page ${pages}.`,
    lastPage: 'To the last page',
    filters: 'Filters',
    facetsLate: 'The filters are still being counted. Reload the page to see them.',
    more: (count: number) => counted(count, { one: '# more', other: '# more' }),
    chosen: 'Chosen filters',
    remove: 'Remove',
    arrangement: 'Order and view',
    sortedBy: 'Order',
    sorts: { relevance: 'Relevance', newest: 'Newest', oldest: 'Oldest', title: 'Title', changed: 'Last changed' },
    view: 'View',
    views: { grid: 'Pictures', list: 'List' },
    pages: 'Pages',
    page: 'Page',
    previous: 'Previous',
    next: 'Next',
    noItemSets: 'There are no item sets yet.',
    moreAbout: 'More about this item set',
    emptyHeading: 'There is nothing here yet',
    emptyForVisitors: 'Items are shown here as soon as they are published. Members of staff can sign in.',
    emptyForStaff: 'You are signed in and can add the first records.',
    createByApi: 'Programs create items through the API:',
    makeKey: 'Make an API key',
    viewer: 'Pictures and other media',
    media: 'All media',
    mediaNumber: (number: string) => `Media ${number}`,
    zoom: { in: 'Zoom in', out: 'Zoom out', all: 'Show all of it', keys: 'Picture. Zoom with + and −, move with the arrow keys.' },
    openFile: 'Open the file',
    elsewhere: 'View it at its source',
    about: 'About this record',
    partOf: 'Part of',
    files: 'Downloads',
    recordAs: 'This record as',
    record: 'Record',
    created: 'Created',
    modified: 'Last changed',
    linkedFrom: 'Linked from',
    noValues: 'This record has no further information.',
    notFoundText: 'There is nothing at this address, or it is not public. Try to search for it:',
    busy: 'That takes too long',
    busyText: 'Many people are searching at the moment, or the search is very large. Try again in a few seconds.',
    wrongText: 'The server could not understand this search.',
    toCollection: 'To the collection'
  },

  /** Signing in and out. */
  signIn: {
    forgotten: 'Password forgotten? The person who manages the accounts can give you a new one.',
    end: 'Sign out?',
    signedInAs: (name: string) => `You are signed in as ${name}.`,
    stay: 'Stay'
  },

  /** The start page of users who are signed in. */
  home: {
    welcome: (name: string) => `Welcome, ${name}`,
    role: (role: string) => `You are signed in as ${role}.`,
    inCollection: 'In the collection',
    ways: 'Where to go',
    keysText: 'Let a program read and write for you',
    accountText: 'Name, e-mail address and password',
    usersText: 'Who may sign in, and what they may do',
    api: 'The API',
    apiText: 'All records, as JSON-LD'
  },

  users: {
    add: 'Add a user',
    searchLabel: 'Name or e-mail address',
    count: (users: number) => counted(users, { one: '# user.', other: '# users.' }),
    found: (users: number, text: string) =>
      counted(users, { one: `# user with “${text}”.`, other: `# users with “${text}”.` }),
    showAll: 'Show all',
    tip: 'Look for a part of a name or of an e-mail address.',
    you: 'you',
    since: (day: Html) => html`since ${day}`,
    notActive: 'Not active',
    activate: 'Activate',
    deactivate: 'Deactivate',
    deactivation: (name: string) => `${name} is signed out, and their keys stop working, at once.`
  },

  /** The page of one account, and the form for a new one. */
  account: {
    sections: 'Sections',
    information: 'User information',
    name: 'Name',
    email: 'E-mail address',
    emailHint: 'To sign in with. Others who have an account can see it.',
    role: 'Role',
    roleGuide: 'Rights of each role',
    active: 'Active',
    activeHint: 'Accounts that are not active cannot sign in, and their keys do not work.',
    save: 'Save',
    add: 'Add',
    cancel: 'Cancel',
    password: 'Password',
    firstPasswordHint:
      'At least 8 characters. Without one the account can be used with API keys only, until it is given a password.',
    ownSessions: 'Wherever else you are signed in, you will be signed out.',
    otherSessions: (name: string) => `Wherever ${name} is signed in, they will be signed out.`,
    currentPassword: 'Current password',
    newPassword: 'New password',
    newPasswordAgain: 'New password again',
    newPasswordHint: 'At least 8 characters. A few words that only you would put together make a good one.',
    changePassword: 'Change password'
  },

  keys: {
    title: 'API keys',
    yours: 'With a key a program acts in your name. Give each program its own, so that you can take it away again.',
    others:
      'With a key a program acts in this person’s name. Give each program its own, so that you can take it away again.',
    ready: (label: string) => `The key “${label}” is ready`,
    keep: 'Keep both parts in a safe place now. The credential is not shown again.',
    copy: 'Copy',
    copyOf: (name: string) => `Copy ${name}`,
    copied: 'Copied',
    selected: 'Selected',
    use: 'How to use it',
    inAddress: (parameters: Html) => html`Or with ${parameters} in the address.`,
    count: (keys: number) => counted(keys, { one: '# key', other: '# keys' }),
    none: 'There are no keys yet.',
    identity: 'Identity:',
    made: 'Made',
    lastUsed: 'Last used',
    lastUse: (moment: Html, address: string) => html`${moment} from ${address}`,
    never: 'never',
    expires: 'Expires',
    expired: 'Expired',
    may: 'May',
    readOnly: (resources: string) => `only read ${resources}`,
    readAndWrite: (resources: string) => `read and write ${resources}`,
    everything: 'everything',
    revoke: 'Revoke',
    revokeText: 'Programs that use this key lose their access at once. This cannot be undone.',
    revokeKey: 'Revoke the key',
    another: 'A new key',
    label: 'Label',
    labelHint: 'What it is for, such as “Catalogue export”.',
    limits: 'Limit what it can do',
    expiresHint: 'The last day on which it works. Empty: never.',
    readOnlyTick: 'Read only',
    resources: 'Only these resources',
    resourcesHint: 'None ticked: all of them.',
    make: 'Make a key'
  },

  /** Messages of success, by the parameter `done` of the address to which a form redirects. */
  done: {
    'signed-out': 'You are signed out.',
    added: 'The user is added.',
    activated: 'The user is active.',
    deactivated: 'The user is no longer active.',
    saved: 'The changes are saved.',
    password: 'The password is changed.',
    revoked: 'The key is revoked.',
    stopping: 'The job stops as soon as it can.',
    'webhook-deleted': 'The webhook is deleted.',
    'webhook-on': 'The webhook is on.',
    'webhook-off': 'The webhook is off.',
    'test-sent': 'The test is on its way.',
    'sent-again': 'It is sent again.',
    removed: 'The file is removed.',
    known: 'This key was made before. Its credential cannot be shown again; ' +
      'if you did not keep it, revoke the key and make another.'
  },

  /** Why a form was refused, by field and reason. */
  problems: {
    heading: 'Some things need your attention:',
    label: (label: Html) => html`${label}: `,
    fields: {
      email: {
        required: 'Enter an e-mail address.',
        malformed: 'This is not a complete e-mail address, such as name@museum.org.',
        taken: 'This e-mail address is already taken.'
      },
      password: {
        required: 'Enter your password.',
        wrong: 'E-mail address or password is wrong.',
        'too-short': 'A password has at least 8 characters.',
        'too-common': 'This is one of the most common passwords, which are guessed first. Choose another one.',
        'own-words': 'Your name, your e-mail address or the title of the collection is no password: others guess it first.'
      },
      current: { wrong: 'This is not your current password.' },
      repeated: { wrong: 'The two passwords are not the same.' },
      name: { required: 'The name cannot be empty.' },
      label: { required: 'Give the key a label.' },
      expires: { malformed: 'This is not a day.', past: 'A key must expire in the future.' },
      address: {
        required: 'Enter an address.',
        malformed: 'This is not an address of http or https without name and password.',
        private: 'This address is private. The setting webhookHosts names hosts that are allowed all the same.'
      },
      secret: { malformed: 'This is not whsec_ and 24 to 64 bytes in Base64.' }
    },
    'too-long': 'This is too long.',
    'last-administrator': 'This is the last active global administrator. Make another one first.',
    wait: (seconds: number) =>
      counted(seconds, {
        one: 'Too many attempts. Try again in # second.', other: 'Too many attempts. Try again in # seconds.'
      }),
    other: 'This cannot be saved.'
  },

  /** Error pages, by status. */
  messages: {
    start: 'Start page',
    statuses: {
      403: { heading: 'No access', text: 'You do not have the right to do this.' },
      404: { heading: 'Nothing here', text: 'There is no such page.' },
      405: { heading: 'Not possible here', text: 'This page does not accept such a request.' },
      413: { heading: 'Too large', text: 'You sent more data than this page accepts.' },
      429: { heading: 'Too many requests', text: 'There were too many requests from your network. Try again in a moment.' },
      500: { heading: 'That did not work', text: 'Something went wrong on the server.' },
      503: { heading: 'Just a moment', text: 'The server is busy. Try again in a few seconds.' }
    },
    other: { heading: 'That did not work', text: 'The server could not understand this request.' },
    forged: 'This form did not come from a page of this site, or it is too old. Open the page again and repeat what ' +
      'you did.'
  },

  /** The start page of an installation without public pages. */
  start: {
    title: 'Start',
    lead: 'Programs can read the records of this collection through the API.',
    documentation: 'Documentation'
  },

  apiIndex: {
    lead: (jsonLd: Html, context: (words: string) => Html) =>
      html`Everything here is ${jsonLd}; its terms are explained by the ${context('context')}.`,
    formats: (parameter: Html, others: Html, last: Html) =>
      html`Add ${parameter}, ${others} or ${last} for other kinds of RDF.`,
  },

  apiDocs: {
    lead: (authorize: Html, description: Html) =>
      html`Everything that programs can read and write here. To try more than reading what is public, choose ${
        authorize} and give the two parts of an API key. For programs: ${description}.`,
    toOperations: 'To the operations',
    needsScript: (description: Html) => html`This page needs JavaScript. Without it, read ${description}.`,
    failed: 'The document could not be shown:'
  },

  /** The roles, with a summary of their rights (docs/contract/acl.md §1). */
  roles: {
    global_admin: { name: 'Global administrator', may: 'may do everything' },
    site_admin: { name: 'Supervisor', may: 'manages the collection, sites and accounts, but no administrators' },
    editor: { name: 'Editor', may: 'describes, changes and deletes everything in the collection' },
    reviewer: { name: 'Reviewer', may: 'describes and changes everything, deletes what is theirs' },
    author: { name: 'Author', may: 'describes, changes and deletes what is theirs' },
    researcher: { name: 'Researcher', may: 'reads what is public, and sees the list of accounts' }
  },

  /** Types of resources. */
  resources: {
    users: 'Users',
    vocabularies: 'Vocabularies',
    resource_classes: 'Resource classes',
    resource_templates: 'Resource templates',
    properties: 'Properties',
    items: 'Items',
    media: 'Media',
    item_sets: 'Item sets',
    value_annotations: 'Value annotations',
    modules: 'Modules',
    sites: 'Sites',
    site_pages: 'Site pages',
    jobs: 'Jobs',
    webhooks: 'Webhooks',
    resources: 'Resources',
    assets: 'Assets',
    api_resources: 'API resources',
    data_types: 'Data types'
  }
})

export type PublicWords = ReturnType<typeof en>
