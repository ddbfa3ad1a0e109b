import { html } from '../html.js'
import type { PublicWords } from './en.js'
import type { Formats } from './formats.js'

export const fr = ({ counted }: Formats): PublicWords => ({
  frame: {
    skip: 'Aller au contenu',
    menu: 'Principal',
    home: 'Accueil',
    account: 'Votre compte',
    signIn: 'Se connecter',
    signOut: 'Se déconnecter',
    apiDocs: 'Documentation de l’API',
    language: 'Langue',
    pageOf: (page, pages) => `Page ${page} sur ${pages}`
  },

  explore: {
    collection: 'Collection',
    itemSet: 'Ensemble',
    class: 'Classe',
    administration: 'Administration',
    untitled: 'Sans titre',
    private: 'Privé',
    onlySome: 'Seuls les utilisateurs connectés qui y ont accès peuvent trouver cette page.',
    lead: (items) => counted(items, { one: '# objet à découvrir', other: '# objets à découvrir' }),
    searchLabel: 'Chercher dans la collection',
    search: 'Chercher',
    items: (items) => counted(items, { one: '# objet', other: '# objets' }),
    forWords: (words) => `pour «\u202f${words}\u202f»`,
    nothingFound: 'Aucun résultat',
    tryOther: 'Essayez d’autres mots, ou moins de mots.',
    tryLess: 'Aucun objet ne correspond à tous ces filtres. Retirez-en quelques-uns.',
    showAll: 'Tout afficher',
    beyond: (pages) => `La liste se termine à la page ${pages}.`,
    lastPage: 'Aller à la dernière page',
    filters: 'Filtres',
    facetsLate: 'Le calcul des filtres est en cours. Rechargez la page pour les voir.',
    more: (count) => counted(count, { one: '# autre', other: '# autres' }),
    chosen: 'Filtres choisis',
    remove: 'Retirer',
    arrangement: 'Ordre et affichage',
    sortedBy: 'Ordre',
    sorts: {
      relevance: 'Pertinence',
      newest: 'Plus récents',
      oldest: 'Plus anciens',
      title: 'Titre',
      changed: 'Dernière modification'
    },
    view: 'Affichage',
    views: { grid: 'Images', list: 'Liste' },
    pages: 'Pages',
    page: 'Page',
    previous: 'Précédente',
    next: 'Suivante',
    noItemSets: 'Il n’y a pas encore d’ensembles.',
    moreAbout: 'En savoir plus sur cet ensemble',
    emptyHeading: 'Il n’y a encore rien ici',
    emptyForVisitors: 'Les objets apparaissent ici dès leur publication. Le personnel peut se connecter.',
    emptyForStaff: 'Vous êtes connecté\u202f: vous pouvez créer les premières notices.',
    createByApi: 'Un programme crée des objets par l’API\u202f:',
    makeKey: 'Créer une clé d’API',
    viewer: 'Images et autres médias',
    media: 'Tous les médias',
    mediaNumber: (number) => `Média ${number}`,
    zoom: {
      in: 'Agrandir',
      out: 'Réduire',
      all: 'Voir l’image entière',
      keys: 'Image. Agrandir avec + et −, déplacer avec les flèches.'
    },
    openFile: 'Ouvrir le fichier',
    elsewhere: 'Voir sur le site d’origine',
    about: 'À propos de cette notice',
    partOf: 'Fait partie de',
    files: 'Téléchargements',
    recordAs: 'Cette notice en',
    record: 'Notice',
    created: 'Créée le',
    modified: 'Modifiée le',
    linkedFrom: 'Liens vers cette notice',
    noValues: 'Cette notice ne contient pas d’autres informations.',
    notFoundText: 'Il n’y a rien à cette adresse, ou ce n’est pas public. Essayez une recherche\u202f:',
    busy: 'Cela prend trop de temps',
    busyText: 'Beaucoup de recherches sont en cours, ou celle-ci est très vaste. Réessayez dans quelques secondes.',
    wrongText: 'Le serveur n’a pas pu comprendre cette recherche.',
    toCollection: 'Vers la collection'
  },

  signIn: {
    forgotten: 'Mot de passe oublié\u202f? La personne qui gère les comptes peut vous en donner un nouveau.',
    end: 'Se déconnecter\u202f?',
    signedInAs: (name) => `Session ouverte au nom de ${name}.`,
    stay: 'Rester'
  },

  home: {
    welcome: (name) => `Bienvenue, ${name}`,
    role: (role) => `Votre rôle\u202f: ${role}.`,
    inCollection: 'Dans la collection',
    ways: 'Où aller',
    keysText: 'Laisser un programme lire et écrire en votre nom',
    accountText: 'Nom, adresse électronique et mot de passe',
    usersText: 'Qui peut se connecter, et avec quels droits',
    api: 'L’API',
    apiText: 'Tout le contenu, en JSON-LD'
  },

  users: {
    add: 'Ajouter un compte',
    searchLabel: 'Nom ou adresse électronique',
    count: (users) => counted(users, { one: '# compte.', other: '# comptes.' }),
    found: (users, text) => counted(users, { one: `# compte avec «\u202f${text}\u202f».`, other: `# comptes avec «\u202f${text}\u202f».` }),
    showAll: 'Tout afficher',
    tip: 'Cherchez une partie du nom ou de l’adresse électronique.',
    you: 'vous',
    since: (day) => html`depuis le ${day}`,
    notActive: 'Inactif',
    activate: 'Activer',
    deactivate: 'Désactiver',
    deactivation: (name) => `La session de ${name} prendra fin et ses clés cesseront aussitôt de fonctionner.`
  },

  account: {
    sections: 'Rubriques',
    information: 'Informations du compte',
    name: 'Nom',
    email: 'Adresse électronique',
    emailHint: 'Elle sert à se connecter. Les autres titulaires d’un compte peuvent la voir.',
    role: 'Rôle',
    roleGuide: 'Les droits de chaque rôle',
    active: 'Actif',
    activeHint: 'Un compte inactif ne permet pas de se connecter, et ses clés ne fonctionnent pas.',
    save: 'Enregistrer',
    add: 'Ajouter',
    cancel: 'Annuler',
    password: 'Mot de passe',
    firstPasswordHint: 'Au moins 8 caractères. Sans mot de passe, le compte ne peut servir qu’avec des clés d’API.',
    ownSessions: 'Vos autres sessions prendront fin.',
    otherSessions: (name) => `Toutes les sessions de ${name} prendront fin.`,
    currentPassword: 'Mot de passe actuel',
    newPassword: 'Nouveau mot de passe',
    newPasswordAgain: 'Nouveau mot de passe, une seconde fois',
    newPasswordHint: 'Au moins 8 caractères. Quelques mots que vous seul auriez l’idée de réunir conviennent bien.',
    changePassword: 'Changer le mot de passe'
  },

  keys: {
    title: 'Clés d’API',
    yours: 'Avec une clé, un programme agit en votre nom. Donnez à chaque programme la sienne, afin de pouvoir la lui retirer.',
    others: 'Avec une clé, un programme agit au nom de cette personne. Donnez à chaque programme la sienne, afin de ' +
      'pouvoir la lui retirer.',
    ready: (label) => `La clé «\u202f${label}\u202f» est prête`,
    keep: 'Gardez dès maintenant les deux parties en lieu sûr. La partie secrète (key_credential) ne sera plus affichée.',
    copy: 'Copier',
    copyOf: (name) => `Copier ${name}`,
    copied: 'Copié',
    selected: 'Sélectionné',
    use: 'Comment l’utiliser',
    inAddress: (parameters) => html`Ou avec ${parameters} dans l’adresse.`,
    count: (keys) => counted(keys, { one: '# clé', other: '# clés' }),
    none: 'Il n’y a pas encore de clés.',
    identity: 'Identifiant\u202f:',
    made: 'Créée le',
    lastUsed: 'Dernière utilisation',
    lastUse: (moment, address) => html`${moment} depuis ${address}`,
    never: 'jamais',
    expires: 'Expire le',
    expired: 'Expirée le',
    may: 'Droits',
    readOnly: (resources) => `lecture seule\u202f: ${resources}`,
    readAndWrite: (resources) => `lecture et écriture\u202f: ${resources}`,
    everything: 'tout',
    revoke: 'Révoquer',
    revokeText: 'Les programmes qui utilisent cette clé perdront aussitôt leur accès. Cette opération est irréversible.',
    revokeKey: 'Révoquer la clé',
    another: 'Une nouvelle clé',
    label: 'Libellé',
    labelHint: 'À quoi elle sert, par exemple «\u202fExport du catalogue\u202f».',
    limits: 'Limiter ses droits',
    expiresHint: 'Le dernier jour où elle fonctionne. Vide\u202f: sans limite.',
    readOnlyTick: 'Lecture seule',
    resources: 'Ces ressources seulement',
    resourcesHint: 'Rien de coché\u202f: toutes.',
    make: 'Créer une clé'
  },

  done: {
    'signed-out': 'Vous avez quitté votre session.',
    added: 'Le compte est ajouté.',
    activated: 'Le compte est actif.',
    deactivated: 'Le compte n’est plus actif.',
    saved: 'Les modifications sont enregistrées.',
    password: 'Le mot de passe est changé.',
    revoked: 'La clé est révoquée.',
    stopping: 'La tâche s’arrêtera dès que possible.',
    'webhook-deleted': 'Le webhook est supprimé.',
    'webhook-on': 'Le webhook est activé.',
    'webhook-off': 'Le webhook est désactivé.',
    'test-sent': 'L’essai est en route.',
    'sent-again': 'C’est renvoyé.',
    removed: 'Le fichier est retiré.',
    known: 'Cette clé a déjà été créée. Sa partie secrète ne peut plus être affichée\u202f; si vous ne l’avez pas gardée, ' +
      'révoquez la clé et créez-en une autre.'
  },

  problems: {
    heading: 'Quelques points sont à revoir\u202f:',
    label: (label) => html`${label}\u202f: `,
    fields: {
      email: {
        required: 'Saisissez une adresse électronique.',
        malformed: 'Ce n’est pas une adresse électronique complète, comme nom@musee.fr.',
        taken: 'Un compte existe déjà avec cette adresse électronique.'
      },
      password: {
        required: 'Saisissez votre mot de passe.',
        wrong: 'L’adresse électronique ou le mot de passe est incorrect.',
        'too-short': 'Un mot de passe compte au moins 8 caractères.',
        'too-common': 'C’est l’un des mots de passe les plus courants, que l’on essaie en premier. Choisissez-en un autre.',
        'own-words': 'Le nom, l’adresse e-mail ou le titre de la collection ne font pas un mot de passe : on les essaie en premier.'
      },
      current: { wrong: 'Ce n’est pas votre mot de passe actuel.' },
      repeated: { wrong: 'Les deux mots de passe sont différents.' },
      name: { required: 'Saisissez un nom.' },
      label: { required: 'Donnez un libellé à la clé.' },
      expires: { malformed: 'Ce n’est pas une date.', past: 'La date d’expiration doit être à venir.' },
      address: {
        required: 'Saisissez une adresse.',
        malformed: 'Ce n’est pas une adresse http ou https sans nom ni mot de passe.',
        private: 'Cette adresse est privée. Le réglage webhookHosts nomme les hôtes autorisés malgré tout.'
      },
      secret: { malformed: 'Ce n’est pas whsec_ suivi de 24 à 64 octets en Base64.' }
    },
    'too-long': 'C’est trop long.',
    'last-administrator': 'C’est le dernier compte actif de l’administration générale. Créez-en d’abord un autre.',
    wait: (seconds) => counted(seconds, {
      one: 'Trop de tentatives. Réessayez dans # seconde.', other: 'Trop de tentatives. Réessayez dans # secondes.'
    }),
    other: 'Cela ne peut pas être enregistré.'
  },

  messages: {
    start: 'Page d’accueil',
    statuses: {
      403: { heading: 'Accès refusé', text: 'Vous n’avez pas le droit de faire cela.' },
      404: { heading: 'Rien ici', text: 'Cette page n’existe pas.' },
      405: { heading: 'Impossible ici', text: 'Cette page n’accepte pas une telle demande.' },
      413: { heading: 'Trop volumineux', text: 'Vous avez envoyé plus de données que cette page n’en accepte.' },
      429: { heading: 'Trop de demandes', text: 'Trop de demandes sont venues de votre réseau. Réessayez dans un instant.' },
      500: { heading: 'Cela n’a pas fonctionné', text: 'Une erreur s’est produite sur le serveur.' },
      503: { heading: 'Un instant', text: 'Le serveur est très sollicité. Réessayez dans quelques secondes.' }
    },
    other: { heading: 'Cela n’a pas fonctionné', text: 'Le serveur n’a pas pu comprendre cette demande.' },
    forged: 'Ce formulaire ne vient pas d’une page de ce site, ou il est trop ancien. Rouvrez la page et recommencez.'
  },

  start: {
    title: 'Accueil',
    lead: 'Les programmes peuvent lire les notices de cette collection par l’API.',
    documentation: 'Documentation'
  },

  apiIndex: {
    lead: (jsonLd, context) => html`Tout ici est en ${jsonLd}\u202f; ses termes sont expliqués par le ${context('contexte')}.`,
    formats: (parameter, others, last) =>
      html`Pour d’autres formes de RDF, ajoutez ${parameter}, ${others} ou ${last}.`,
  },

  apiDocs: {
    lead: (authorize, description) =>
      html`Tout ce que des programmes peuvent lire et écrire ici, en anglais. Pour aller au-delà de la lecture de ce qui est
public, choisissez ${authorize} et saisissez les deux parties d’une clé d’API. Pour les programmes\u202f: ${description}.`,
    toOperations: 'Vers les opérations',
    needsScript: (description) => html`Cette page a besoin de JavaScript. Son contenu est aussi dans ${description}.`,
    failed: 'Le document n’a pas pu être affiché\u202f:'
  },

  roles: {
    global_admin: { name: 'Administration générale', may: 'tous les droits' },
    site_admin: { name: 'Supervision', may: 'gère la collection, les sites et les comptes, sauf ceux de l’administration' },
    editor: { name: 'Rédaction', may: 'décrit, modifie et supprime tout dans la collection' },
    reviewer: { name: 'Révision', may: 'décrit et modifie tout, supprime ses propres notices' },
    author: { name: 'Contribution', may: 'décrit, modifie et supprime ses propres notices' },
    researcher: { name: 'Recherche', may: 'lit ce qui est public, et voit la liste des comptes' }
  },

  resources: {
    users: 'Comptes',
    vocabularies: 'Vocabulaires',
    resource_classes: 'Classes',
    resource_templates: 'Modèles de notice',
    properties: 'Propriétés',
    items: 'Objets',
    media: 'Médias',
    item_sets: 'Ensembles',
    value_annotations: 'Annotations de valeurs',
    modules: 'Extensions',
    sites: 'Sites web',
    site_pages: 'Pages de sites',
    jobs: 'Tâches',
    webhooks: 'Webhooks',
    resources: 'Ressources',
    assets: 'Fichiers annexes',
    api_resources: 'Ressources de l’API',
    data_types: 'Types de données'
  }
})
