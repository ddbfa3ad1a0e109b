import type { Formats } from '../formats.js'

/** The texts of the pages of webhooks in English. The other languages have the same members. */
export const webhooksEn = ({ counted }: Formats) => ({
  webhooks: {
    title: 'Webhooks',
    lead: 'Addresses of other programs that are notified at once when something is created, changed or deleted.',
    count: (webhooks: number) => counted(webhooks, { one: '# webhook.', other: '# webhooks.' }),
    none: 'No address is notified of changes yet.',
    add: 'Add a webhook',
    name: 'Name',
    nameHint: 'What it is for, such as “Mirror”.',
    address: 'Address',
    addressHint: 'Deliveries are posted to it: https://example.org/hook',
    resources: 'Resources',
    operations: 'Events',
    allHint: 'None ticked: all.',
    operationNames: { create: 'Created', update: 'Changed', delete: 'Deleted', test: 'Test' },
    includesPrivate: 'Report private resources, too',
    includesPrivateHint: 'Otherwise a resource that becomes private is reported as deleted.',
    active: 'On',
    secret: 'Secret',
    secretHint: 'Leave it empty to create one, which is shown once; or enter whsec_ and 24 to 64 bytes in Base64.',
    newSecretHint: 'Leave it empty to keep the secret; or enter whsec_ and 24 to 64 bytes in Base64.',
    ready: (name: string) => `The webhook “${name}” is ready`,
    keep: 'Keep the secret in a safe place now: with it the receiver verifies deliveries. It is not shown again.',
    change: 'Change',
    status: 'Status',
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

export type WebhooksWords = ReturnType<typeof webhooksEn>
