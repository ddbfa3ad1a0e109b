import type { Formats } from '../formats.js'
import type { WebhooksWords } from './en.js'

export const webhooksDe = ({ counted }: Formats): WebhooksWords => ({
  webhooks: {
    title: 'Webhooks',
    lead: 'Adressen anderer Programme, die sofort erfahren, was angelegt, geändert oder gelöscht wird.',
    count: (webhooks) => counted(webhooks, { one: '# Webhook.', other: '# Webhooks.' }),
    none: 'Noch erfährt niemand von Änderungen.',
    add: 'Webhook anlegen',
    name: 'Name',
    nameHint: 'Wofür er ist, etwa „Spiegel“.',
    address: 'Adresse',
    addressHint: 'Dorthin wird gesendet: https://example.org/hook',
    resources: 'Ressourcen',
    operations: 'Was gemeldet wird',
    allHint: 'Nichts angekreuzt: alles.',
    operationNames: { create: 'Angelegt', update: 'Geändert', delete: 'Gelöscht', test: 'Probe' },
    includesPrivate: 'Auch private Ressourcen melden',
    includesPrivateHint: 'Sonst wird eine Ressource, die privat wird, als gelöscht gemeldet.',
    active: 'Eingeschaltet',
    secret: 'Geheimnis',
    secretHint: 'Leer lassen, um eines zu erzeugen, das einmal angezeigt wird; oder whsec_ und 24 bis 64 Bytes in Base64.',
    newSecretHint: 'Leer lassen, um es zu behalten; oder whsec_ und 24 bis 64 Bytes in Base64.',
    ready: (name) => `Der Webhook „${name}“ ist bereit`,
    keep: 'Bewahren Sie das Geheimnis jetzt sicher auf: Damit prüft der Empfänger, was er bekommt. Es wird nicht noch ' +
      'einmal angezeigt.',
    change: 'Ändern',
    status: 'Stand',
    states: { on: 'Eingeschaltet', off: 'Ausgeschaltet', gone: 'Aus: aufgegeben', failing: 'Aus: gestört' },
    problems: {
      gone: 'Unter der Adresse ist nach ihrer eigenen Auskunft niemand mehr (410); deshalb wurde er ausgeschaltet.',
      failing: 'Tagelang ließ sich nichts zustellen; deshalb wurde er ausgeschaltet.'
    },
    failingSince: 'Gestört seit',
    position: 'Stelle im Änderungsprotokoll',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    test: 'Probe senden',
    remove: 'Löschen',
    removeText: 'Wartende Meldungen werden nicht gesendet, und das Protokoll des Webhooks wird gelöscht.',
    removeWebhook: 'Webhook löschen',
    deliveries: 'Zustellungen',
    noDeliveries: 'Noch wurde nichts gesendet.',
    deliveryStates: { pending: 'Wartet', delivered: 'Zugestellt', failed: 'Gescheitert' },
    tries: (tries) => counted(tries, { one: '# Versuch', other: '# Versuche' }),
    answer: (status) => `Antwort: ${status}`,
    next: 'Nächster:',
    again: 'Noch einmal senden',
    isOff: 'Der Webhook ist ausgeschaltet. Schalten Sie ihn ein, um das noch einmal zu senden.'
  }
})
