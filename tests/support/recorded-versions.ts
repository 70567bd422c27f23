import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReadFile } from '#projections/engine/read-file.ts'

const root = join(import.meta.dirname, '../..')

/** The folder of what is recorded: one file for each read model, with its version and the digest of its tables. */
export const recordedVersions = join(root, 'tests/projections/versions')

export const recorded = (): Map<string, string> =>
  new Map(readdirSync(recordedVersions).map((name) => [name, readFileSync(join(recordedVersions, name), 'utf8')]))

/** A part of a shared read model has no version of its own. */
const isReadModel = (value: unknown): value is ReadFile =>
  typeof value === 'object' && value !== null && 'tables' in value && 'version' in value

/** Every read model with the text that is recorded of it. */
export const readModels = async () => {
  const files = globSync('projections/**/*.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)))
  return [...new Set(modules.flatMap((module) => Object.values(module)).filter(isReadModel))].map((model) => {
    const { name, version, tables } = model
    const digest = createHash('sha256').update(tables.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)
    return { name, version, text: `${version} ${digest}\n` }
  })
}

/** The sentence that refuses other tables than those recorded until the version is raised; null when all is well. */
export const refusal = (before: string | undefined, model: { name: string; version: number; text: string }) => {
  const { name, version, text } = model
  const last = before === undefined || before === text ? 0 : Number.parseInt(before, 10)
  if (version > last) return null
  return `The tables of "${name}" changed: raise its version to ${last + 1}, so that live files are rebuilt.`
}
