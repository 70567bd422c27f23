import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectionDigests, recordedVersions, textOf } from '../projection-digests.ts'

// Records the version and digest of every projection, a file each, for tests/projections/versions.test.ts.
const digests = await projectionDigests()
rmSync(recordedVersions, { recursive: true, force: true })
mkdirSync(recordedVersions)
for (const digest of digests) writeFileSync(join(recordedVersions, digest.name), textOf(digest))
