// Shows the OpenAPI document with Swagger UI.

/** Writes lists and objects in a query as the server reads them: `name[key]=value`, nested at will. */
function flatten (name, value) {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, member]) => flatten(`${name}[${key}]`, member))
}

/** The value of a parameter that Swagger UI wrote as JSON; undefined when it is no list and no object. */
function nested (text) {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Swagger UI writes what is nested deeper than one level as JSON text. */
function withBrackets (request) {
  const address = new URL(request.url, window.location.href)
  const parameters = [...address.searchParams].flatMap(([name, text]) => {
    const value = nested(text)
    return value === undefined ? [[name, text]] : flatten(name, value)
  })
  address.search = new URLSearchParams(parameters).toString()
  request.url = address.href
  return request
}

const operations = document.getElementById('operations')

window.SwaggerUIBundle({
  domNode: operations,
  url: operations.dataset.document,
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  tryItOutEnabled: true,
  validatorUrl: null,
  filter: true,
  requestInterceptor: withBrackets
})
