import { described, hasValueThat, parameter, sql, values, type DataType, type Extensions, type Filter } from 'vitrine'

const integer: DataType = {
  name: 'numeric:integer',
  label: 'Integer',
  hydrate: ({ '@value': given }) => /^-?\d{1,15}$/.test(String(given))
    ? { text: String(given) }
    : '"@value" must be a whole number',
  represent: ({ text }) => ({ '@value': Number(text), '@type': 'xsd:integer' })
}
const above: Filter = (given, { viewer }) => Number.isFinite(Number(given))
  ? hasValueThat(sql`${values.type} = 'numeric:integer' AND CAST(${values.text} AS INTEGER) > ${Number(given)}`, viewer)
  : undefined

export const integers: Extensions = {
  dataTypes: [integer],
  filters: { items: { number_above: described(parameter.integer('Some number is larger'), above) } },
  context: { xsd: 'http://www.w3.org/2001/XMLSchema#' }
}
