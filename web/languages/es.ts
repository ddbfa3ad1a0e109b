import { html } from '../html.js'
import type { PublicWords } from './en.js'
import type { Formats } from './formats.js'

export const es = ({ counted }: Formats): PublicWords => ({
  frame: {
    skip: 'Saltar al contenido',
    menu: 'Principal',
    home: 'Inicio',
    account: 'Su cuenta',
    signIn: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    apiDocs: 'Documentación de la API',
    language: 'Idioma',
    pageOf: (page, pages) => `Página ${page} de ${pages}`
  },

  explore: {
    collection: 'Colección',
    itemSet: 'Conjunto',
    class: 'Clase',
    administration: 'Administración',
    untitled: 'Sin título',
    private: 'Privado',
    onlySome: 'Solo los usuarios que han iniciado sesión y tienen acceso pueden encontrar esta página.',
    lead: (items) => counted(items, { one: '# objeto para descubrir', other: '# objetos para descubrir' }),
    searchLabel: 'Buscar en la colección',
    search: 'Buscar',
    items: (items) => counted(items, { one: '# objeto', other: '# objetos' }),
    forWords: (words) => `para «${words}»`,
    nothingFound: 'No se ha encontrado nada',
    tryOther: 'Pruebe con otras palabras, o con menos.',
    tryLess: 'Ningún objeto cumple todos estos filtros. Quite alguno.',
    showAll: 'Mostrar todo',
    beyond: (pages) => `La lista termina en la página ${pages}.`,
    lastPage: 'Ir a la última página',
    filters: 'Filtros',
    facetsLate: 'Aún se están contando los filtros. Recargue la página para verlos.',
    more: (count) => counted(count, { one: '# más', other: '# más' }),
    chosen: 'Filtros elegidos',
    remove: 'Quitar',
    arrangement: 'Orden y vista',
    sortedBy: 'Orden',
    sorts: {
      relevance: 'Relevancia',
      newest: 'Más recientes',
      oldest: 'Más antiguos',
      title: 'Título',
      changed: 'Último cambio'
    },
    view: 'Vista',
    views: { grid: 'Imágenes', list: 'Lista' },
    pages: 'Páginas',
    page: 'Página',
    previous: 'Anterior',
    next: 'Siguiente',
    noItemSets: 'Todavía no hay conjuntos.',
    moreAbout: 'Más sobre este conjunto',
    emptyHeading: 'Todavía no hay nada aquí',
    emptyForVisitors: 'Los objetos se muestran aquí en cuanto se publican. El personal puede iniciar sesión.',
    emptyForStaff: 'Ha iniciado sesión y puede crear los primeros registros.',
    createByApi: 'Los programas crean objetos mediante la API:',
    makeKey: 'Crear una clave de API',
    viewer: 'Imágenes y otros medios',
    media: 'Todos los medios',
    mediaNumber: (number) => `Medio ${number}`,
    zoom: {
      in: 'Ampliar',
      out: 'Reducir',
      all: 'Ver la imagen entera',
      keys: 'Imagen. Ampliar con + y −, mover con las flechas.'
    },
    openFile: 'Abrir el archivo',
    elsewhere: 'Ver en su sitio de origen',
    about: 'Acerca de este registro',
    partOf: 'Parte de',
    files: 'Descargas',
    recordAs: 'Este registro como',
    record: 'Registro',
    created: 'Creado',
    modified: 'Último cambio',
    linkedFrom: 'Enlazado desde',
    noValues: 'Este registro no tiene más información.',
    notFoundText: 'No hay nada en esta dirección, o no es público. Pruebe a buscarlo:',
    busy: 'Tarda demasiado',
    busyText: 'Hay muchas búsquedas en este momento, o esta es muy grande. Inténtelo de nuevo en unos segundos.',
    wrongText: 'El servidor no ha podido entender esta búsqueda.',
    toCollection: 'A la colección'
  },

  signIn: {
    forgotten: '¿Ha olvidado la contraseña? Quien gestiona las cuentas puede darle una nueva.',
    end: '¿Cerrar sesión?',
    signedInAs: (name) => `Ha iniciado sesión como ${name}.`,
    stay: 'Seguir aquí'
  },

  home: {
    welcome: (name) => `Le damos la bienvenida, ${name}`,
    role: (role) => `Su rol: ${role}.`,
    inCollection: 'En la colección',
    ways: 'Adónde ir',
    keysText: 'Dejar que un programa lea y escriba en su nombre',
    accountText: 'Nombre, correo electrónico y contraseña',
    usersText: 'Quién puede iniciar sesión y qué puede hacer',
    api: 'La API',
    apiText: 'Todo el contenido, en JSON-LD'
  },

  users: {
    add: 'Añadir una cuenta',
    searchLabel: 'Nombre o correo electrónico',
    count: (users) => counted(users, { one: '# cuenta.', other: '# cuentas.' }),
    found: (users, text) => counted(users, { one: `# cuenta con «${text}».`, other: `# cuentas con «${text}».` }),
    showAll: 'Mostrar todas',
    tip: 'Busque una parte del nombre o del correo electrónico.',
    you: 'usted',
    since: (day) => html`desde el ${day}`,
    notActive: 'Inactiva',
    activate: 'Activar',
    deactivate: 'Desactivar',
    deactivation: (name) => `La sesión de ${name} se cerrará y sus claves dejarán de funcionar de inmediato.`
  },

  account: {
    sections: 'Secciones',
    information: 'Datos de la cuenta',
    name: 'Nombre',
    email: 'Correo electrónico',
    emailHint: 'Sirve para iniciar sesión. Otras personas que tienen cuenta pueden verlo.',
    role: 'Rol',
    roleGuide: 'Qué puede hacer cada rol',
    active: 'Activa',
    activeHint: 'Con una cuenta inactiva no se puede iniciar sesión, y sus claves no funcionan.',
    save: 'Guardar',
    add: 'Añadir',
    cancel: 'Cancelar',
    password: 'Contraseña',
    firstPasswordHint: 'Al menos 8 caracteres. Sin contraseña, la cuenta solo puede usarse con claves de API.',
    ownSessions: 'Se cerrarán todas sus demás sesiones.',
    otherSessions: (name) => `Se cerrarán todas las sesiones de ${name}.`,
    currentPassword: 'Contraseña actual',
    newPassword: 'Contraseña nueva',
    newPasswordAgain: 'Repita la contraseña nueva',
    newPasswordHint: 'Al menos 8 caracteres. Unas cuantas palabras que solo usted reuniría son una buena opción.',
    changePassword: 'Cambiar la contraseña'
  },

  keys: {
    title: 'Claves de API',
    yours: 'Con una clave, un programa actúa en su nombre. Dé a cada programa la suya, para poder retirársela.',
    others: 'Con una clave, un programa actúa en nombre de esta persona. Dé a cada programa la suya, para poder retirársela.',
    ready: (label) => `La clave «${label}» está lista`,
    keep: 'Guarde ahora las dos partes en un lugar seguro. La parte secreta (key_credential) no se volverá a mostrar.',
    copy: 'Copiar',
    copyOf: (name) => `Copiar ${name}`,
    copied: 'Copiado',
    selected: 'Seleccionado',
    use: 'Cómo se usa',
    inAddress: (parameters) => html`O con ${parameters} en la dirección.`,
    count: (keys) => counted(keys, { one: '# clave', other: '# claves' }),
    none: 'Todavía no hay claves.',
    identity: 'Identificador:',
    made: 'Creada',
    lastUsed: 'Último uso',
    lastUse: (moment, address) => html`${moment} desde ${address}`,
    never: 'nunca',
    expires: 'Caduca',
    expired: 'Caducó',
    may: 'Permisos',
    readOnly: (resources) => `solo lectura: ${resources}`,
    readAndWrite: (resources) => `lectura y escritura: ${resources}`,
    everything: 'todo',
    revoke: 'Revocar',
    revokeText: 'Los programas que usan esta clave perderán el acceso de inmediato. Esta operación no se puede deshacer.',
    revokeKey: 'Revocar la clave',
    another: 'Una clave nueva',
    label: 'Etiqueta',
    labelHint: 'Para qué sirve, por ejemplo «Exportación del catálogo».',
    limits: 'Limitar lo que puede hacer',
    expiresHint: 'El último día en que funciona. Vacío: sin límite.',
    readOnlyTick: 'Solo lectura',
    resources: 'Solo estos recursos',
    resourcesHint: 'Ninguno marcado: todos.',
    make: 'Crear una clave'
  },

  done: {
    'signed-out': 'Ha cerrado la sesión.',
    added: 'La cuenta se ha añadido.',
    activated: 'La cuenta está activa.',
    deactivated: 'La cuenta ya no está activa.',
    saved: 'Los cambios se han guardado.',
    password: 'La contraseña se ha cambiado.',
    revoked: 'La clave se ha revocado.',
    stopping: 'La tarea se detendrá en cuanto pueda.',
    'webhook-deleted': 'El webhook se ha borrado.',
    'webhook-on': 'El webhook está encendido.',
    'webhook-off': 'El webhook está apagado.',
    'test-sent': 'La prueba está en camino.',
    'sent-again': 'Se envía de nuevo.',
    removed: 'El archivo se ha quitado.',
    known: 'Esta clave ya se había creado. Su parte secreta no se puede volver a mostrar; si no la guardó, revoque la ' +
      'clave y cree otra.'
  },

  problems: {
    heading: 'Revise lo siguiente:',
    label: (label) => html`${label}: `,
    fields: {
      email: {
        required: 'Escriba una dirección de correo electrónico.',
        malformed: 'No es una dirección de correo electrónico completa, como nombre@museo.es.',
        taken: 'Ya existe una cuenta con este correo electrónico.'
      },
      password: {
        required: 'Escriba su contraseña.',
        wrong: 'El correo electrónico o la contraseña no es correcto.',
        'too-short': 'Una contraseña tiene al menos 8 caracteres.',
        'too-common': 'Es una de las contraseñas más comunes, las primeras que se prueban. Elija otra.',
        'own-words': 'El nombre, la dirección de correo o el título de la colección no sirven de contraseña: es lo primero que se prueba.'
      },
      current: { wrong: 'Esta no es su contraseña actual.' },
      repeated: { wrong: 'Las dos contraseñas no coinciden.' },
      name: { required: 'Escriba un nombre.' },
      label: { required: 'Dé una etiqueta a la clave.' },
      expires: { malformed: 'No es una fecha.', past: 'La fecha de caducidad debe ser futura.' },
      address: {
        required: 'Escriba una dirección.',
        malformed: 'No es una dirección http o https sin nombre ni contraseña.',
        private: 'Esta dirección es privada. El ajuste webhookHosts nombra los equipos que se permiten a pesar de ello.'
      },
      secret: { malformed: 'No es whsec_ y de 24 a 64 bytes en Base64.' }
    },
    'too-long': 'Es demasiado largo.',
    'last-administrator': 'Es la última cuenta activa de la administración general. Cree antes otra.',
    wait: (seconds) => counted(seconds, {
      one: 'Demasiados intentos. Vuelva a intentarlo en # segundo.',
      other: 'Demasiados intentos. Vuelva a intentarlo en # segundos.'
    }),
    other: 'No se puede guardar así.'
  },

  messages: {
    start: 'Página de inicio',
    statuses: {
      403: { heading: 'Acceso denegado', text: 'No tiene permiso para hacer esto.' },
      404: { heading: 'Aquí no hay nada', text: 'Esta página no existe.' },
      405: { heading: 'No es posible aquí', text: 'Esta página no acepta una petición así.' },
      413: { heading: 'Demasiado grande', text: 'Ha enviado más datos de los que acepta esta página.' },
      429: { heading: 'Demasiadas peticiones', text: 'Han llegado demasiadas peticiones de su red. Inténtelo de nuevo en un momento.' },
      500: { heading: 'Eso no ha funcionado', text: 'Se ha producido un error en el servidor.' },
      503: { heading: 'Un momento', text: 'El servidor está ocupado. Inténtelo de nuevo en unos segundos.' }
    },
    other: { heading: 'Eso no ha funcionado', text: 'El servidor no ha podido entender esta petición.' },
    forged: 'Este formulario no procede de una página de este sitio, o es demasiado antiguo. Vuelva a abrir la página y ' +
      'repita la operación.'
  },

  start: {
    title: 'Inicio',
    lead: 'Los programas pueden leer los registros de esta colección mediante la API.',
    documentation: 'Documentación'
  },

  apiIndex: {
    lead: (jsonLd, context) => html`Aquí todo es ${jsonLd}; sus términos se explican en el ${context('contexto')}.`,
    formats: (parameter, others, last) =>
      html`Para otras formas de RDF, añada ${parameter}, ${others} o ${last}.`,
  },

  apiDocs: {
    lead: (authorize, description) =>
      html`Todo lo que los programas pueden leer y escribir aquí, en inglés. Para probar algo más que leer lo público, elija
${authorize} y escriba las dos partes de una clave de API. Para programas: ${description}.`,
    toOperations: 'Ir a las operaciones',
    needsScript: (description) => html`Esta página necesita JavaScript. Lo mismo está en ${description}.`,
    failed: 'No se ha podido mostrar el documento:'
  },

  roles: {
    global_admin: { name: 'Administración general', may: 'puede hacerlo todo' },
    site_admin: { name: 'Supervisión', may: 'gestiona la colección, los sitios y las cuentas, salvo las de administración' },
    editor: { name: 'Edición', may: 'describe, cambia y elimina todo en la colección' },
    reviewer: { name: 'Revisión', may: 'describe y cambia todo, elimina lo propio' },
    author: { name: 'Autoría', may: 'describe, cambia y elimina lo propio' },
    researcher: { name: 'Investigación', may: 'lee lo que es público y ve la lista de cuentas' }
  },

  resources: {
    users: 'Cuentas',
    vocabularies: 'Vocabularios',
    resource_classes: 'Clases',
    resource_templates: 'Plantillas de registro',
    properties: 'Propiedades',
    items: 'Objetos',
    media: 'Medios',
    item_sets: 'Conjuntos',
    value_annotations: 'Anotaciones de valores',
    modules: 'Módulos',
    sites: 'Sitios web',
    site_pages: 'Páginas de sitios',
    jobs: 'Tareas',
    webhooks: 'Webhooks',
    resources: 'Recursos',
    assets: 'Archivos auxiliares',
    api_resources: 'Recursos de la API',
    data_types: 'Tipos de datos'
  }
})
