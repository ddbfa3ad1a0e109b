// Shows the OpenAPI document with Swagger UI.

const JOINED = ['', 'or']

/** A row of a value query as separate fields, with their names in a URL. */
function row (number, types) {
  const field = (name, description, schema) => ({
    name: `property[${number}][${name}]`,
    in: 'query',
    description,
    schema: { type: 'string', ...schema }
  })
  return [
    ...(number > 0 ? [field('joiner', 'How this row is joined with the one before', { enum: JOINED })] : []),
    field('property', 'Term or id of a property; empty for any'),
    field('type', 'How to compare', { enum: types }),
    field('text', 'What to compare with')
  ]
}

const TYPES = [
  'eq',
  'neq',
  'in',
  'nin',
  'sw',
  'nsw',
  'ew',
  'new',
  'res',
  'nres',
  'ex',
  'nex',
  'dt',
  'ndt',
  'lt',
  'lte',
  'gt',
  'gte'
]

/**
 * Makes parameters easier to try: empty text fields. Swagger UI would fill in every default and example, and cannot
 * write nested parameters.
 */
function asFields (parameter) {
  if (parameter.in !== 'query') return [parameter]
  if (parameter.name === 'property') return [...row(0, TYPES), ...row(1, TYPES)]
  const { default: _default, examples: _examples, anyOf, ...schema } = parameter.schema
  const { style: _style, explode: _explode, example: _example, ...others } = parameter
  return [{ ...others, schema: anyOf === undefined ? schema : { type: 'string' } }]
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
