import { webhook } from '../../../db/tables/index.js'
import { DeletedWebhook, Webhook, WebhookInput } from '../../../schemas/administration/webhooks.js'
import * as parameter from '../../../schemas/shared/parameters.js'
import { onlyAdmins } from '../../access/access.js'
import { reference } from '../../core/answers/addresses.js'
import { typedDate } from '../../core/answers/dates.js'
import { OPERATIONS } from '../../core/calls/errors.js'
import { representRows, resourceType, rowEntity } from '../definition/resource-type.js'
import { described, scalar, sortedBy } from '../../search/query/searchable.js'
import { equalsFlag, equalsText } from '../../search/query/filters.js'
import { secretMadeBy } from './secret.js'
import { webhookWriter } from './write.js'

/** Addresses that are notified of changes (docs/webhooks.md), for administrators only. */
export const webhooks = resourceType({
  name: 'webhooks',
  entity: 'Webhook',
  schemas: { representation: Webhook, input: WebhookInput, deleted: DeletedWebhook },
  operations: OPERATIONS,
  allows: onlyAdmins,
  table: webhook,
  visible: () => undefined,
  filters: {
    label: described(parameter.texts('Label'), equalsText(webhook.labelKey)),
    is_active: described(
      parameter.flag('1 for those that are on, 0 for those that are off'), equalsFlag(webhook.isActive)
    )
  },
  sorts: {
    id: sortedBy('Id', webhook.id),
    label: sortedBy('Label', webhook.labelKey),
    created: sortedBy('Date of creation', webhook.created),
    modified: sortedBy('Date of the last change', webhook.modified)
  },
  scalars: {
    id: scalar('Id', webhook.id),
    label: scalar('Label', webhook.label),
    address: scalar('Address', webhook.address),
    is_active: scalar('Whether it is on', webhook.isActive),
    created: scalar('Date of creation', webhook.created, 'date'),
    modified: scalar('Date of the last change', webhook.modified, 'date')
  },
  represent: representRows(webhook, 'webhooks', 'vitrine:Webhook', (row, context) => {
    const secret = secretMadeBy(context, row.id)
    return {
      'o:label': row.label,
      'o:owner': reference('users', row.ownerId),
      'vitrine:address': row.address,
      ...(secret !== undefined && { 'vitrine:secret': secret }),
      'vitrine:resources': row.resources,
      'vitrine:operations': row.operations,
      'vitrine:includes_private': row.includesPrivate,
      'o:is_active': row.isActive,
      'vitrine:problem': row.problem,
      'vitrine:failing_since': typedDate(row.failingSince),
      'vitrine:position': row.position,
      'o:created': typedDate(row.created),
      'o:modified': typedDate(row.modified)
    }
  }),
  entityOf: rowEntity(webhook, { ownerId: webhook.ownerId }),
  writer: webhookWriter
})
