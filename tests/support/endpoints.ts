import { readdirSync } from 'node:fs'
import type { Endpoint } from '#schemas/endpoint.ts'

const folder = new URL('../../schemas/resources/', import.meta.url)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const named = await Promise.all(
  readdirSync(folder).map(async (file) => Object.entries((await import(new URL(file, folder).href)) as object)),
)

/** Every contract in schemas/resources, by its export name; new ones are found without a list. */
export const declaredEndpoints: readonly [name: string, endpoint: Endpoint][] = named
  .flat()
  .flatMap(([name, value]) => (isEndpoint(value) ? [[name, value] as [string, Endpoint]] : []))
