import { createServer } from 'node:http'
import { createClient } from 'vitrine/client'

const client = createClient({ baseUrl: process.env.VITRINE ?? 'http://127.0.0.1:3000' })

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

async function page (search: string): Promise<string> {
  const { data, error, response } = await client.GET('/api/items', {
    params: { query: { search, sort_by: 'created', sort_order: 'desc', per_page: 10 } }
  })
  if (error !== undefined) return `<p>The collection answers with ${response.status}.</p>`
  const rows = data.map((item) => `<li>${escaped(item['o:title'] ?? `Item ${item['o:id']}`)}</li>`)
  return `<!doctype html><title>Collection</title>
<form><input name="search" value="${escaped(search)}" aria-label="Search"></form>
<p>${escaped(response.headers.get('service-total-results') ?? '')} items</p>
<ul>${rows.join('')}</ul>`
}

const server = createServer((request, reply) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  page(searchParams.get('search') ?? '').then(
    (html) => reply.setHeader('content-type', 'text/html; charset=utf-8').end(html),
    () => { reply.writeHead(502).end('The collection cannot be reached.') }
  )
})
const port = Number(process.env.PORT ?? 8080)
server.listen(port, () => { console.log(`http://localhost:${(server.address() as { port: number }).port}`) })
