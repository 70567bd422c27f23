import { readdirSync } from 'node:fs'
import type { Endpoint } from '#schemas/endpoint.ts'

const folder = new URL('../../schemas/resources/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const named = await Promise.all(
  readdirSync(folder).map(async (file) => Object.entries((await import(new URL(file, folder).href)) as object)),
)

const endpointsIn = ([name, value]: [string, unknown]): [name: string, endpoint: Endpoint][] => {
  if (isEndpoint(value)) return [[name, value]]
  const table = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return table.every(([, each]) => isEndpoint(each)) ? table.map(([key, each]) => [`${name}.${key}`, each]) : []
}

/** Every contract in schemas/resources, by its export name, and by its key in a table; new ones are found without a list. */
export const declaredEndpoints = named.flat().flatMap(endpointsIn)

/** The contract of this name. */
export const contractOf = (name: string): Endpoint => {
  const found = declaredEndpoints.find(([each]) => each === name)
  if (!found) throw new Error(`There is no endpoint ${name}.`)
  return found[1]
}
