import { statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from '#schemas/endpoint.ts'

const contracts = fileURLToPath(new URL('../schemas/resources/', import.meta.url))

const isContract = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** The part of its contract that a call needs. */
const headOf = ({ method, path, access, past, transport, response }: Endpoint) => ({
  method,
  path,
  access,
  past,
  transport: transport?.upload && { upload: { field: transport.upload.field } },
  response: response === 'empty' ? response : undefined,
})

const isTable = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isContract)

/** The code of a module that holds the heads of the contracts of another one, and of its tables of them, and nothing else. */
export const headsOf = (module: Record<string, unknown>): string =>
  Object.entries(module)
    .flatMap(([name, value]): [string, object][] => {
      if (isContract(value)) return [[name, headOf(value)]]
      if (!isTable(value)) return []
      return [[name, Object.fromEntries(Object.entries(value).map(([key, contract]) => [key, headOf(contract)]))]]
    })
    .map(([name, head]) => `export const ${name} = ${JSON.stringify(head)}`)
    .join('\n')

/**
 * Gives the browser of each contract in `schemas/resources` its method, path, access, the field of its upload, and whether
 * its answer is empty. All else of these files stays behind, so that no schema is in the bundle and the browser parses
 * nothing: the server alone decides what is valid.
 */
export const contractsWithoutSchemas = (): Plugin => ({
  name: 'contracts-without-schemas',
  enforce: 'pre',
  async load(id) {
    const [file = ''] = id.split('?')
    if (!file.startsWith(contracts)) return null
    // A module is imported once for each address: a changed file needs another one.
    return headsOf(await import(`${pathToFileURL(file)}?at=${statSync(file).mtimeMs}`))
  },
})
