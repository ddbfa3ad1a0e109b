// Shows the OpenAPI document with Swagger UI.

/** Choices for the members of a row of a value query. */
const CHOICES = {
  type: [
    'eq', 'neq', 'in', 'nin', 'sw', 'nsw', 'ew', 'new', 'res', 'nres', 'ex', 'nex', 'dt', 'ndt', 'lt', 'lte', 'gt', 'gte'
  ],
  joiner: ['', 'or']
}

const ROW_MEMBER = /^property\[\d\]\[(\w+)\]$/

/**
 * Makes parameters easier to try: fields are empty, because Swagger UI would fill in every default and example, and
 * each parameter has one field, not a second one for lists of its values.
 */
function asFields (parameter) {
  const { name, style: _style, explode: _explode, example: _example, ...others } = parameter
  if (parameter.in !== 'query') return [parameter]
  if (name.endsWith('[]') || name === 'property[0][joiner]') return []
  const { default: _default, examples: _examples, anyOf, ...schema } = parameter.schema
  const [, member] = ROW_MEMBER.exec(name) ?? []
  const choices = member in CHOICES ? { enum: CHOICES[member] } : {}
  return [{ name, ...others, schema: { ...(anyOf === undefined ? schema : { type: 'string' }), ...choices } }]
}

/** The document with parameters for a form. */
function triable (description) {
  const shared = description.components.parameters
  const resolved = (parameter) => parameter.$ref === undefined ? parameter : shared[parameter.$ref.split('/').at(-1)]
  for (const methods of Object.values(description.paths)) {
    for (const operation of Object.values(methods)) {
      operation.parameters = operation.parameters?.flatMap((parameter) => asFields(resolved(parameter)))
    }
  }
  return description
}

async function show (place) {
  const answer = await fetch(place.dataset.document)
  window.SwaggerUIBundle({
    domNode: place,
    spec: triable(await answer.json()),
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    tryItOutEnabled: true,
    validatorUrl: null,
    filter: true
  })
}

/** A script scrolls to the operations: Swagger UI draws late and sets no ids that a plain link could refer to. */
function linkToOperations (link, place) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    place.querySelector('.scheme-container')?.scrollIntoView()
    place.querySelector('.authorize')?.focus({ preventScroll: true })
  })
}

const place = document.getElementById('operations')
linkToOperations(document.querySelector('[href="#operations"]'), place)
show(place).catch((error) => { place.textContent = `${place.dataset.failed} ${error.message}` })
