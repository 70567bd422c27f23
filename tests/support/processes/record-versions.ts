import { writeFileSync } from 'node:fs'
import { lineOf, projectionDigests, recordedVersions } from '../projection-digests.ts'

// Records the version and digest of every projection, one line each, for tests/projections/versions.test.ts.
const digests = await projectionDigests()
writeFileSync(recordedVersions, digests.map((digest) => `${lineOf(digest)}\n`).join(''))
