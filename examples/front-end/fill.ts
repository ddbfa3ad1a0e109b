import { Buffer, File } from 'node:buffer'
import { createClient } from 'vitrine/client'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const [identity = '', credential = ''] = process.env.KEY?.split(':') ?? []
const baseUrl = process.env.VITRINE ?? 'http://127.0.0.1:3000'
const photo = new File([Buffer.from(PIXEL, 'base64')], 'amphora.png', { type: 'image/png' })

const client = createClient({ baseUrl, key: { identity, credential } })
const { data, error, response } = await client.GET('/api/items', {
  params: { query: { property: [{ property: 'dcterms:creator', type: 'eq', text: 'Ada Marsh' }], per_page: 10 } }
})
await client.POST('/api/items', {
  body: { data: { 'dcterms:title': [{ '@value': 'Amphora' }], 'o:media': [{ 'o:ingester': 'upload', file_index: 0 }] }, 'file[0]': photo }
})

console.log(response.status, data?.length, error)
