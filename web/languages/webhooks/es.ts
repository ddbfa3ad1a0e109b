import type { Formats } from '../formats.js'
import type { WebhooksWords } from './en.js'

export const webhooksEs = ({ counted }: Formats): WebhooksWords => ({
  webhooks: {
    title: 'Webhooks',
    lead: 'Direcciones de otros programas que se enteran enseguida de lo que se crea, se cambia o se borra.',
    count: (webhooks) => counted(webhooks, { one: '# webhook.', other: '# webhooks.' }),
    none: 'Todavía no se informa a nadie de los cambios.',
    add: 'Añadir un webhook',
    name: 'Nombre',
    nameHint: 'Para qué es, por ejemplo «Espejo».',
    address: 'Dirección',
    addressHint: 'Ahí se envían los avisos: https://example.org/hook',
    resources: 'Recursos',
    operations: 'De qué se avisa',
    allHint: 'Nada marcado: de todo.',
    operationNames: { create: 'Creado', update: 'Cambiado', delete: 'Borrado', test: 'Prueba' },
    includesPrivate: 'Avisar también de recursos privados',
    includesPrivateHint: 'Si no, un recurso que pasa a ser privado se comunica como borrado.',
    active: 'Encendido',
    secret: 'Clave secreta',
    secretHint: 'Vacío: se crea una y se muestra una sola vez. Si no, whsec_ y de 24 a 64 bytes en Base64.',
    newSecretHint: 'Vacío: queda como está. Si no, whsec_ y de 24 a 64 bytes en Base64.',
    ready: (name) => `El webhook «${name}» está listo`,
    keep: 'Guarde ahora la clave secreta en un lugar seguro: con ella el receptor verifica los avisos. No se vuelve a mostrar.',
    change: 'Cambiar',
    status: 'Estado',
    states: { on: 'Encendido', off: 'Apagado', gone: 'Apagado: ya no existe', failing: 'Apagado: con fallos' },
    problems: {
      gone: 'La dirección respondió que ya no hay nadie (410), así que se apagó.',
      failing: 'Durante días no se pudo entregar nada, así que se apagó.'
    },
    failingSince: 'Con fallos desde',
    position: 'Posición en el registro de cambios',
    turnOn: 'Encender',
    turnOff: 'Apagar',
    test: 'Enviar una prueba',
    remove: 'Borrar',
    removeText: 'Los envíos pendientes no se hacen, y el registro del webhook se borra.',
    removeWebhook: 'Borrar el webhook',
    deliveries: 'Avisos',
    noDeliveries: 'Todavía no se ha enviado nada.',
    deliveryStates: { pending: 'En espera', delivered: 'Entregado', failed: 'Abandonado' },
    tries: (tries) => counted(tries, { one: '# intento', other: '# intentos' }),
    answer: (status) => `Respuesta: ${status}`,
    next: 'Siguiente:',
    again: 'Enviar de nuevo',
    isOff: 'El webhook está apagado. Enciéndalo para enviar esto de nuevo.'
  }
})
