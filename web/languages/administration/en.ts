import type { Formats } from '../formats.js'

/** The texts of the pages Import, Jobs and Webhooks in English. The other languages have the same members. */
export const administrationEn = ({ counted }: Formats) => ({
  /** The pages of imports. */
  imports: {
    title: 'Import',
    lead: 'Import records from a spreadsheet or another file. You see a preview before anything is written.',
    file: 'File',
    fileHint: (size: string) =>
      `A spreadsheet (CSV, TSV, XLSX, ODS), NDJSON, or RDF (Turtle, N-Triples, JSON-LD, RDF/XML), of at most ${size}.`,
    formats: {
      table: 'A table.',
      ndjson: 'Records as JSON, one a line.',
      rdf: 'Statements in RDF.'
    },
    guide: 'How the table should look',
    guideText: [
      'One row names the columns; each row below it becomes a record.',
      'A cell can contain several values, separated by a character such as | or ;.',
      'Pictures and other files come from addresses on the web, in a column of their own.',
      'With a column of identifiers, rows can refer to each other, and records can be updated later.'
    ],
    send: 'Send the file',
    sent: 'Files that you have sent',
    sentText: 'They are stored for a day. Only you see them here.',
    removeFile: 'Remove',
    /** Problems of an uploaded file. */
    fileProblems: {
      required: 'Choose a file.',
      malformed: 'This is no file of a kind that can be read: its name ends in none of .csv, .tsv, .xlsx, .ods, .ndjson, .ttl, .nt, ' +
        '.jsonld and .rdf.',
      wrong: 'This file is empty.',
      tooLarge: 'This file is too large.',
      noRoom: 'There is no room for this file at the moment. Remove others, or wait until imports have ended.',
      incomplete: 'The upload was interrupted. Send the file again.',
      unreadable: (reason: string) => `This file cannot be read as a table: ${reason}.`
    },
    columnCount: (columns: number) => counted(columns, { one: '# column.', other: '# columns.' }),
    reading: 'How the file is read',
    readAgain: 'Read again',
    readAgainText: 'The meaning of the columns is then guessed again.',
    sheet: 'Sheet',
    encoding: 'Encoding',
    delimiter: 'Character between columns',
    delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
    noQuotes: 'Quotation marks belong to the texts',
    noQuotesHint: 'For files without quotation marks around cells, for example lists of sizes in inches.',
    headerRow: 'Row with the names of the columns',
    row: (row: number) => `row ${row}`,
    columns: 'Columns',
    columnsText: 'The meaning of each column was guessed from its name and its first cells. Correct it where it is wrong.',
    columnPages: 'Pages of columns',
    column: (letters: string) => `Column ${letters}`,
    examples: 'Examples',
    to: 'Becomes',
    skip: 'Nothing: leave it out',
    ofRecordHeading: 'Of the record itself',
    ofRecord: {
      'o:item_set': 'Item set',
      'o:resource_class': 'Class',
      'o:resource_template': 'Template',
      'o:is_public': 'Visibility (yes or no)',
      'o:is_open': 'Open to additions (yes or no)',
      'o:owner': 'Owner (e-mail address)',
      '@type': 'Item or item set',
      'o:id': 'Number of the record'
    },
    ofMedia: { url: 'Address of a file' },
    how: 'Kind, language, several values',
    type: 'Kind of values',
    types: {
      literal: 'Text',
      auto: 'Text or address',
      uri: 'Address (URI)',
      'resource:item': 'Link to an item',
      'resource:itemset': 'Link to an item set',
      'resource:media': 'Link to a media',
      resource: 'Link to any record'
    },
    by: 'Links: what names the other record',
    byHint: 'Only for links and item sets.',
    byDefault: 'The usual',
    bys: {
      row: 'The identifier of another row',
      'o:id': 'Its number',
      'o:title': 'Its title',
      'dcterms:identifier': 'Its identifier'
    },
    language: 'Language',
    languageHint: 'Such as en or de-CH. Empty: none.',
    separator: 'Character between several values in a cell',
    separatorHint: 'Such as | or ;. Empty: each cell is one value.',
    separatedBy: (sign: string) => `separated by ${sign}`,
    options: 'All records',
    none: 'None',
    recordType: 'The rows become',
    items: 'Items',
    itemSets: 'Item sets',
    visibility: 'Visibility',
    public: 'Public',
    private: 'Private',
    itemSet: 'Put all into the item set',
    itemSetHint: 'Its title. Empty: none.',
    identifier: 'Column that identifies the rows',
    identifierHint: 'Other rows refer to a row by its value in this column.',
    updateBy: 'Update existing records with the same',
    updateByHint: 'An existing record with the same value is changed; no second one is created.',
    allNew: 'No: create all as new',
    createItemSets: 'Create missing item sets',
    continueOnError: 'Import the other rows if some are wrong',
    continueOnErrorHint: 'Otherwise nothing is imported if any row is wrong.',
    toPreview: 'Show preview',
    languageProblem: 'This is not a language tag such as en or de-CH.',
    numberProblem: 'Enter the number of a row.',
    preview: 'Preview',
    previewText: (records: number) => counted(records, {
      one: 'The first record, as it will be imported.', other: 'The first # records, as they will be imported.'
    }),
    noRecords: 'There are no records in this file.',
    tooLarge: 'This file is too large for a preview.',
    places: {
      table: (row: string) => `Row ${row}`,
      ndjson: (line: string) => `Line ${line}`,
      rdf: (record: string) => `Record ${record}`
    },
    isUpdate: 'updates a record',
    isPresent: 'was imported before',
    untitled: 'Without a title',
    isPrivate: 'Private',
    wrong: (rows: number) =>
      counted(rows, { one: '# of these rows has an error.', other: '# of these rows have errors.' }),
    wrongInFile: (rows: number) =>
      counted(rows, { one: '# row of the file has an error.', other: '# rows of the file have errors.' }),
    allChecked: 'The whole file was checked: no row has an error.',
    checkedLater: 'The file is large: all of its rows are checked when the import begins.',
    ifWrong: 'If a row is wrong',
    stopIfWrong: 'Import nothing',
    allRight: 'The cells of these rows fit. Links and item sets are checked in the whole file, before anything is written.',
    warning: 'Note:',
    error: 'Error:',
    change: 'Change the columns',
    changeOptions: 'Change the options',
    run: 'Import',
    runText: 'The import runs in the background; you can close the page. You can undo it afterwards.'
  },

  /** The pages of jobs. */
  jobs: {
    lead: 'Imports and other long tasks, which run one after another.',
    count: (jobs: number) => counted(jobs, { one: '# job.', other: '# jobs.' }),
    none: 'There are no jobs yet.',
    /** Kinds of job, by the last part of their class. */
    classes: {
      Import: 'Import',
      UndoImport: 'Undoing of an import',
      Transfer: 'Transfer of a collection',
      Mirror: 'Import from an address',
      ImportVocabulary: 'Import of a vocabulary',
      RenewTitles: 'New titles',
      IndexFullText: 'Index for full text'
    },
    statuses: {
      starting: 'Waiting',
      in_progress: 'Running',
      stopping: 'Stopping',
      completed: 'Completed',
      stopped: 'Stopped',
      error: 'Failed'
    },
    unknown: 'Unknown',
    number: (id: string) => `No. ${id}`,
    status: 'Status',
    progress: 'Progress',
    owner: 'Started by',
    nobody: 'the program',
    started: 'Started',
    ended: 'Ended',
    duration: 'Duration',
    refreshes: 'This page updates itself.',
    log: 'Log',
    noLog: 'Nothing is in the log yet.',
    lines: (from: string, to: string, all: string) => `Lines ${from} to ${to} of ${all}`,
    stop: 'Stop',
    stopText: 'What the job has done so far is not undone.',
    stopJob: 'Stop the job',
    over: 'This job has ended already.',
    /** What an import has done and can undo. */
    made: (records: number) => counted(records, { one: '# made', other: '# made' }),
    changed: (records: number) => counted(records, { one: '# changed', other: '# changed' }),
    report: 'Records and media',
    undo: 'Undo this import',
    undoText: 'The records that it created are deleted, with their media and files. The records that it changed are restored, ' +
      'unless they were edited since.',
    undoImport: 'Undo the import',
    notUndone: 'This cannot be undone.',
    file: (name: string) => `File: ${name}`,
    first: 'The first of them',
    toFile: 'To the file and its columns'
  },

  /** The pages of webhooks. */
  webhooks: {
    lead: 'Addresses of other programs that are notified at once when something is created, changed or deleted.',
    count: (webhooks: number) => counted(webhooks, { one: '# webhook.', other: '# webhooks.' }),
    none: 'No address is notified of changes yet.',
    add: 'Add a webhook',
    nameHint: 'What it is for, such as “Mirror”.',
    address: 'Address',
    addressHint: 'Deliveries are posted to it: https://example.org/hook',
    operations: 'Events',
    allHint: 'None ticked: all.',
    operationNames: { create: 'Created', update: 'Changed', delete: 'Deleted', test: 'Test' },
    includesPrivate: 'Report private resources, too',
    includesPrivateHint: 'Otherwise a resource that becomes private is reported as deleted.',
    secret: 'Secret',
    secretHint: 'Leave it empty to create one, which is shown once; or enter whsec_ and 24 to 64 bytes in Base64.',
    newSecretHint: 'Leave it empty to keep the secret; or enter whsec_ and 24 to 64 bytes in Base64.',
    ready: (name: string) => `The webhook “${name}” is ready`,
    keep: 'Keep the secret in a safe place now: with it the receiver verifies deliveries. It is not shown again.',
    change: 'Change',
    states: { on: 'On', off: 'Off', gone: 'Off: gone', failing: 'Off: failing' },
    problems: {
      gone: 'Its address answered that it no longer exists (410), so it was turned off.',
      failing: 'Nothing could be delivered for days, so it was turned off.'
    },
    failingSince: 'Failing since',
    position: 'Position in the log of changes',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    test: 'Send a test',
    remove: 'Delete',
    removeText: 'Pending deliveries are not sent, and the log of the webhook is deleted.',
    removeWebhook: 'Delete the webhook',
    deliveries: 'Deliveries',
    noDeliveries: 'Nothing was sent yet.',
    deliveryStates: { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' },
    tries: (tries: number) => counted(tries, { one: '# attempt', other: '# attempts' }),
    answer: (status: number) => `Answer: ${status}`,
    next: 'Next:',
    again: 'Send again',
    isOff: 'The webhook is off. Turn it on to send this again.'
  }
})

export type AdministrationWords = ReturnType<typeof administrationEn>
