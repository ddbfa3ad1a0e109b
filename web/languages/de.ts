import { html } from '../html.js'
import type { PublicWords } from './en.js'
import type { Formats } from './formats.js'

export const de = ({ counted }: Formats): PublicWords => ({
  frame: {
    skip: 'Zum Inhalt springen',
    menu: 'Hauptmenü',
    home: 'Start',
    account: 'Ihr Konto',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    apiDocs: 'API-Dokumentation',
    language: 'Sprache',
    pageOf: (page, pages) => `Seite ${page} von ${pages}`
  },

  explore: {
    collection: 'Sammlung',
    itemSet: 'Objektsammlung',
    class: 'Klasse',
    administration: 'Verwaltung',
    untitled: 'Ohne Titel',
    private: 'Nicht öffentlich',
    onlySome: 'Nur angemeldete Personen mit den nötigen Rechten finden diese Seite.',
    lead: (items) => counted(items, { one: 'Ein Objekt zum Ansehen', other: '# Objekte zum Entdecken' }),
    searchLabel: 'In der Sammlung suchen',
    search: 'Suchen',
    items: (items) => counted(items, { one: '# Objekt', other: '# Objekte' }),
    forWords: (words) => `für „${words}“`,
    nothingFound: 'Nichts gefunden',
    tryOther: 'Versuchen Sie es mit anderen oder mit weniger Wörtern.',
    tryLess: 'Kein Objekt passt zu allen Filtern. Entfernen Sie einen davon.',
    showAll: 'Alles zeigen',
    beyond: (pages) => `Die Liste endet mit Seite ${pages}.`,
    lastPage: 'Zur letzten Seite',
    filters: 'Filter',
    facetsLate: 'Die Filter werden noch gezählt. Laden Sie die Seite neu, um sie zu sehen.',
    more: (count) => counted(count, { one: '# weiterer', other: '# weitere' }),
    chosen: 'Gewählte Filter',
    remove: 'Entfernen:',
    arrangement: 'Reihenfolge und Ansicht',
    sortedBy: 'Reihenfolge',
    sorts: {
      relevance: 'Relevanz',
      newest: 'Neueste',
      oldest: 'Älteste',
      title: 'Titel',
      changed: 'Zuletzt geändert'
    },
    view: 'Ansicht',
    views: { grid: 'Bilder', list: 'Liste' },
    pages: 'Seiten',
    page: 'Seite',
    previous: 'Zurück',
    next: 'Weiter',
    noItemSets: 'Es gibt noch keine Objektsammlungen.',
    moreAbout: 'Mehr über diese Objektsammlung',
    emptyHeading: 'Hier ist noch nichts',
    emptyForVisitors: 'Objekte erscheinen hier, sobald sie veröffentlicht sind. Mitarbeitende können sich anmelden.',
    emptyForStaff: 'Sie sind angemeldet und können die ersten Datensätze anlegen.',
    createByApi: 'Programme legen Objekte über die API an:',
    makeKey: 'Einen API-Schlüssel anlegen',
    viewer: 'Bilder und andere Medien',
    media: 'Alle Medien',
    mediaNumber: (number) => `Medium ${number}`,
    zoom: {
      in: 'Vergrößern',
      out: 'Verkleinern',
      all: 'Ganz zeigen',
      keys: 'Bild. Vergrößern mit + und −, verschieben mit den Pfeiltasten.'
    },
    openFile: 'Datei öffnen',
    elsewhere: 'An der Quelle ansehen',
    about: 'Über diesen Datensatz',
    partOf: 'Teil von',
    files: 'Downloads',
    recordAs: 'Dieser Datensatz als',
    record: 'Datensatz',
    created: 'Angelegt',
    modified: 'Zuletzt geändert',
    linkedFrom: 'Verlinkt von',
    noValues: 'Zu diesem Datensatz gibt es keine weiteren Angaben.',
    notFoundText: 'Unter dieser Adresse gibt es nichts, oder es ist nicht öffentlich. Suchen Sie danach:',
    busy: 'Das dauert zu lange',
    busyText: 'Gerade suchen viele, oder die Suche ist sehr groß. Versuchen Sie es in ein paar Sekunden noch einmal.',
    wrongText: 'Der Server hat diese Suche nicht verstanden.',
    toCollection: 'Zur Sammlung'
  },

  signIn: {
    forgotten: 'Passwort vergessen? Wer hier die Konten verwaltet, kann Ihnen ein neues geben.',
    end: 'Abmelden?',
    signedInAs: (name) => `Sie sind als ${name} angemeldet.`,
    stay: 'Angemeldet bleiben'
  },

  home: {
    welcome: (name) => `Willkommen, ${name}`,
    role: (role) => `Ihre Rolle: ${role}.`,
    inCollection: 'In der Sammlung',
    ways: 'Wohin möchten Sie?',
    keysText: 'Ein Programm für Sie lesen und schreiben lassen',
    accountText: 'Name, E-Mail-Adresse und Passwort',
    usersText: 'Wer sich anmelden und was wer tun darf',
    api: 'Die API',
    apiText: 'Der gesamte Bestand als JSON-LD'
  },

  users: {
    add: 'Konto anlegen',
    searchLabel: 'Name oder E-Mail-Adresse',
    count: (users) => counted(users, { one: '# Konto.', other: '# Konten.' }),
    found: (users, text) => counted(users, { one: `# Konto mit „${text}“.`, other: `# Konten mit „${text}“.` }),
    showAll: 'Alle zeigen',
    tip: 'Suchen Sie nach einem Teil des Namens oder der E-Mail-Adresse.',
    you: 'Sie',
    since: (day) => html`seit ${day}`,
    notActive: 'Nicht aktiv',
    activate: 'Aktivieren',
    deactivate: 'Deaktivieren',
    deactivation: (name) => `${name} wird sofort abgemeldet, und alle Schlüssel des Kontos werden ungültig.`
  },

  account: {
    sections: 'Abschnitte',
    information: 'Angaben zum Konto',
    name: 'Name',
    email: 'E-Mail-Adresse',
    emailHint: 'Damit melden Sie sich an. Andere, die ein Konto haben, können sie sehen.',
    role: 'Rolle',
    roleGuide: 'Was die Rollen dürfen',
    active: 'Aktiv',
    activeHint: 'Mit einem Konto, das nicht aktiv ist, kann sich niemand anmelden, und seine Schlüssel gelten nicht.',
    save: 'Speichern',
    add: 'Anlegen',
    cancel: 'Abbrechen',
    password: 'Passwort',
    firstPasswordHint: 'Mindestens 8 Zeichen. Ohne Passwort ist das Konto nur mit API-Schlüsseln zu benutzen, bis es eines erhält.',
    ownSessions: 'Überall sonst, wo Sie angemeldet sind, werden Sie abgemeldet.',
    otherSessions: (name) => `${name} wird überall abgemeldet.`,
    currentPassword: 'Bisheriges Passwort',
    newPassword: 'Neues Passwort',
    newPasswordAgain: 'Neues Passwort wiederholen',
    newPasswordHint: 'Mindestens 8 Zeichen. Gut sind einige Wörter, die nur Sie so zusammenstellen würden.',
    changePassword: 'Passwort ändern'
  },

  keys: {
    title: 'API-Schlüssel',
    yours: 'Mit einem Schlüssel handelt ein Programm in Ihrem Namen. Geben Sie jedem Programm einen eigenen, ' +
      'damit Sie ihn wieder entziehen können.',
    others: 'Mit einem Schlüssel handelt ein Programm im Namen dieser Person. Geben Sie jedem Programm einen eigenen, ' +
      'damit Sie ihn wieder entziehen können.',
    ready: (label) => `Der Schlüssel „${label}“ ist fertig`,
    keep: 'Bewahren Sie beide Teile jetzt an einem sicheren Ort auf. Der geheime Teil (key_credential) wird nicht noch ' +
      'einmal gezeigt.',
    copy: 'Kopieren',
    copyOf: (name) => `${name} kopieren`,
    copied: 'Kopiert',
    selected: 'Markiert',
    use: 'So wird er benutzt',
    inAddress: (parameters) => html`Oder mit ${parameters} in der Adresse.`,
    count: (keys) => counted(keys, { one: '# Schlüssel', other: '# Schlüssel' }),
    none: 'Es gibt noch keine Schlüssel.',
    identity: 'Kennung:',
    made: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    lastUse: (moment, address) => html`${moment} von ${address}`,
    never: 'noch nie',
    expires: 'Läuft ab',
    expired: 'Abgelaufen',
    may: 'Darf',
    readOnly: (resources) => `nur lesen: ${resources}`,
    readAndWrite: (resources) => `lesen und schreiben: ${resources}`,
    everything: 'alles',
    revoke: 'Widerrufen',
    revokeText: 'Programme, die diesen Schlüssel benutzen, verlieren sofort den Zugang. Das lässt sich nicht rückgängig machen.',
    revokeKey: 'Schlüssel widerrufen',
    another: 'Ein neuer Schlüssel',
    label: 'Bezeichnung',
    labelHint: 'Wofür er ist, zum Beispiel „Katalogexport“.',
    limits: 'Einschränken, was er darf',
    expiresHint: 'Der letzte Tag, an dem er gilt. Leer: unbegrenzt.',
    readOnlyTick: 'Nur lesen',
    resources: 'Nur diese Ressourcen',
    resourcesHint: 'Nichts angekreuzt: alle.',
    make: 'Schlüssel anlegen'
  },

  done: {
    'signed-out': 'Sie sind abgemeldet.',
    added: 'Das Konto ist angelegt.',
    activated: 'Das Konto ist aktiv.',
    deactivated: 'Das Konto ist nicht mehr aktiv.',
    saved: 'Die Änderungen sind gespeichert.',
    password: 'Das Passwort ist geändert.',
    revoked: 'Der Schlüssel ist widerrufen.',
    stopping: 'Der Auftrag wird angehalten, sobald es geht.',
    'webhook-deleted': 'Der Webhook ist gelöscht.',
    'webhook-on': 'Der Webhook ist eingeschaltet.',
    'webhook-off': 'Der Webhook ist ausgeschaltet.',
    'test-sent': 'Die Probe ist unterwegs.',
    'sent-again': 'Es wird noch einmal gesendet.',
    removed: 'Die Datei ist entfernt.',
    known: 'Dieser Schlüssel wurde schon angelegt. Sein geheimer Teil kann nicht noch einmal gezeigt werden; wenn Sie ihn ' +
      'nicht aufbewahrt haben, widerrufen Sie den Schlüssel und legen Sie einen anderen an.'
  },

  problems: {
    heading: 'Bitte prüfen Sie Folgendes:',
    label: (label) => html`${label}: `,
    fields: {
      email: {
        required: 'Geben Sie eine E-Mail-Adresse ein.',
        malformed: 'Das ist keine vollständige E-Mail-Adresse wie name@museum.org.',
        taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.'
      },
      password: {
        required: 'Geben Sie Ihr Passwort ein.',
        wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
        'too-short': 'Ein Passwort hat mindestens 8 Zeichen.',
        'too-common': 'Das ist eines der häufigsten Passwörter, die zuerst geraten werden. Wählen Sie ein anderes.',
        'own-words': 'Name, E-Mail-Adresse oder Titel der Sammlung sind kein Passwort: Sie werden zuerst geraten.'
      },
      current: { wrong: 'Das ist nicht Ihr bisheriges Passwort.' },
      repeated: { wrong: 'Die beiden Passwörter sind nicht gleich.' },
      name: { required: 'Geben Sie einen Namen ein.' },
      label: { required: 'Geben Sie dem Schlüssel eine Bezeichnung.' },
      expires: { malformed: 'Das ist kein Datum.', past: 'Das Ablaufdatum muss in der Zukunft liegen.' },
      address: {
        required: 'Geben Sie eine Adresse ein.',
        malformed: 'Das ist keine Adresse mit http oder https ohne Name und Passwort.',
        private: 'Diese Adresse ist privat. Die Einstellung webhookHosts nennt Rechner, die trotzdem erlaubt sind.'
      },
      secret: { malformed: 'Das ist nicht whsec_ mit 24 bis 64 Bytes in Base64.' }
    },
    'too-long': 'Das ist zu lang.',
    'last-administrator': 'Dies ist das letzte aktive Konto der Hauptadministration. Richten Sie zuerst ein anderes ein.',
    wait: (seconds) => counted(seconds, {
      one: 'Zu viele Versuche. Versuchen Sie es in # Sekunde noch einmal.',
      other: 'Zu viele Versuche. Versuchen Sie es in # Sekunden noch einmal.'
    }),
    other: 'Das kann so nicht gespeichert werden.'
  },

  messages: {
    start: 'Startseite',
    statuses: {
      403: { heading: 'Kein Zugang', text: 'Dazu haben Sie kein Recht.' },
      404: { heading: 'Hier ist nichts', text: 'Diese Seite gibt es nicht.' },
      405: { heading: 'Hier nicht möglich', text: 'Diese Seite nimmt eine solche Anfrage nicht an.' },
      413: { heading: 'Zu groß', text: 'Sie haben mehr Daten gesendet, als diese Seite annimmt.' },
      429: { heading: 'Zu viele Anfragen', text: 'Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es gleich noch einmal.' },
      500: { heading: 'Das hat nicht geklappt', text: 'Auf dem Server ist etwas schiefgegangen.' },
      503: { heading: 'Einen Moment bitte', text: 'Der Server ist ausgelastet. Versuchen Sie es in ein paar Sekunden noch einmal.' }
    },
    other: { heading: 'Das hat nicht geklappt', text: 'Der Server hat diese Anfrage nicht verstanden.' },
    forged: 'Dieses Formular kam nicht von einer Seite dieser Website, oder es ist zu alt. Öffnen Sie die Seite noch ' +
      'einmal und wiederholen Sie Ihre Eingabe.'
  },

  start: {
    title: 'Start',
    lead: 'Programme können die Datensätze dieser Sammlung über die API lesen.',
    documentation: 'Dokumentation'
  },

  apiIndex: {
    lead: (jsonLd, context) => html`Alles hier ist ${jsonLd}; seine Begriffe erklärt der ${context('Kontext')}.`,
    formats: (parameter, others, last) =>
      html`Für andere Formate von RDF fügen Sie ${parameter}, ${others} oder ${last} hinzu.`,
  },

  apiDocs: {
    lead: (authorize, description) =>
      html`Alles, was Programme hier lesen und schreiben können, auf Englisch. Um mehr zu versuchen, als Öffentliches zu
lesen, wählen Sie ${authorize} und geben die beiden Teile eines API-Schlüssels ein. Für Programme: ${description}.`,
    toOperations: 'Zu den Operationen',
    needsScript: (description) => html`Diese Seite braucht JavaScript. Dasselbe steht in ${description}.`,
    failed: 'Das Dokument konnte nicht gezeigt werden:'
  },

  roles: {
    global_admin: { name: 'Hauptadministration', may: 'darf alles' },
    site_admin: { name: 'Leitung', may: 'verwaltet Sammlung, Websites und Konten, aber keine der Administration' },
    editor: { name: 'Redaktion', may: 'beschreibt, ändert und löscht alles in der Sammlung' },
    reviewer: { name: 'Lektorat', may: 'beschreibt und ändert alles, löscht nur Eigenes' },
    author: { name: 'Erfassung', may: 'beschreibt, ändert und löscht Eigenes' },
    researcher: { name: 'Forschung', may: 'liest, was öffentlich ist, und sieht die Liste der Konten' }
  },

  resources: {
    users: 'Konten',
    vocabularies: 'Vokabulare',
    resource_classes: 'Klassen',
    resource_templates: 'Erfassungsvorlagen',
    properties: 'Eigenschaften',
    items: 'Objekte',
    media: 'Medien',
    item_sets: 'Objektsammlungen',
    value_annotations: 'Anmerkungen zu Werten',
    modules: 'Module',
    sites: 'Websites',
    site_pages: 'Seiten von Websites',
    jobs: 'Aufträge',
    webhooks: 'Webhooks',
    resources: 'Ressourcen',
    assets: 'Hilfsdateien',
    api_resources: 'Ressourcen der API',
    data_types: 'Datentypen'
  }
})
