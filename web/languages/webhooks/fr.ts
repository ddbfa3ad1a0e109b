import type { Formats } from '../formats.js'
import type { WebhooksWords } from './en.js'

export const webhooksFr = ({ counted }: Formats): WebhooksWords => ({
  webhooks: {
    title: 'Webhooks',
    lead: 'Adresses d’autres programmes, informés aussitôt de ce qui est créé, modifié ou supprimé.',
    count: (webhooks) => counted(webhooks, { one: '# webhook.', other: '# webhooks.' }),
    none: 'Personne n’est encore informé des changements.',
    add: 'Ajouter un webhook',
    name: 'Nom',
    nameHint: 'À quoi il sert, par exemple « Miroir ».',
    address: 'Adresse',
    addressHint: 'Les envois y sont postés : https://example.org/hook',
    resources: 'Ressources',
    operations: 'Ce qui est annoncé',
    allHint: 'Rien de coché : tout.',
    operationNames: { create: 'Création', update: 'Modification', delete: 'Suppression', test: 'Essai' },
    includesPrivate: 'Annoncer aussi les ressources privées',
    includesPrivateHint: 'Sinon, une ressource qui devient privée est annoncée comme supprimée.',
    active: 'Activé',
    secret: 'Clé secrète',
    secretHint: 'Vide : une clé est créée et affichée une seule fois. Sinon whsec_ et 24 à 64 octets en Base64.',
    newSecretHint: 'Vide : elle ne change pas. Sinon whsec_ et 24 à 64 octets en Base64.',
    ready: (name) => `Le webhook «\u202f${name}\u202f» est prêt`,
    keep: 'Conservez maintenant la clé secrète en lieu sûr : elle permet au destinataire de vérifier les envois. Elle ne ' +
      'sera plus affichée.',
    change: 'Modifier',
    status: 'État',
    states: { on: 'Activé', off: 'Désactivé', gone: 'Désactivé : disparu', failing: 'Désactivé : en échec' },
    problems: {
      gone: 'L’adresse a répondu qu’il n’y a plus personne (410) ; il a donc été désactivé.',
      failing: 'Rien n’a pu être remis pendant des jours ; il a donc été désactivé.'
    },
    failingSince: 'En échec depuis',
    position: 'Position dans le journal des changements',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
    test: 'Envoyer un essai',
    remove: 'Supprimer',
    removeText: 'Les envois en attente ne sont pas faits, et le journal du webhook est supprimé.',
    removeWebhook: 'Supprimer le webhook',
    deliveries: 'Envois',
    noDeliveries: 'Rien n’a encore été envoyé.',
    deliveryStates: { pending: 'En attente', delivered: 'Remis', failed: 'Abandonné' },
    tries: (tries) => counted(tries, { one: '# tentative', other: '# tentatives' }),
    answer: (status) => `Réponse\u202f: ${status}`,
    next: 'Prochaine :',
    again: 'Renvoyer',
    isOff: 'Le webhook est désactivé. Activez-le pour renvoyer ceci.'
  }
})
