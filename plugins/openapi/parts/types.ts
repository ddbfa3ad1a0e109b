/** The parts of an OpenAPI 3.1 document that the program changes; other members are passed through. */

export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  style?: string
  explode?: boolean
  schema?: Schema
  example?: unknown
}

export interface MediaType { schema?: Schema, examples?: Record<string, unknown>, encoding?: object }

export interface Reference { $ref: string }

export interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Array<Parameter | Reference>
  requestBody?: { required: boolean, content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
  security?: Array<Record<string, string[]>>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string, version: string, description: string, license: { name: string, identifier: string } }
  servers: Array<{ url: string, description?: string }>
  tags: Array<{ name: string, description: string }>
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
  security: Array<Record<string, string[]>>
}

/** Placeholder in the document for the URL of the installation, which depends on the request. */
export const SERVER = 'vitrine:server'
