import t from 'tap'
import { OWN_KEYS } from '../../../../api/move/rdf/own-keys.js'
import { ItemSetInput } from '../../../../schemas/resources/item-sets.js'
import { ItemInput } from '../../../../schemas/resources/items.js'
import { MediaInput } from '../../../../schemas/resources/media.js'

t.test('RDF can say every key of the service that may be written', async (t) => {
  for (const [type, schema] of Object.entries({ items: ItemInput, item_sets: ItemSetInput, media: MediaInput })) {
    const { properties } = schema as unknown as { properties: object }
    const own = Object.keys(properties).filter((key) => key.startsWith('o:'))
    t.same(Object.keys(OWN_KEYS[type]!).sort(), own.sort(), type)
  }
})
