import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModels, recorded, recordedVersions, refusal } from '../recorded-versions.ts'

// Records the version and the tables' digest of every read model, a file each, for tests/projections/versions.test.ts.
const before = recorded()
const models = await readModels()
const refused = models.flatMap((model) => refusal(before.get(model.name), model) ?? [])
if (refused.length > 0) throw new Error(refused.join('\n'))
rmSync(recordedVersions, { recursive: true, force: true })
mkdirSync(recordedVersions)
for (const { name, text } of models) writeFileSync(join(recordedVersions, name), text)
