import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const api = join(import.meta.dirname, '../../../api')

/** The files of the API that have a pattern, with how often; event store and payment sandbox are processes of their own. */
const filesWith = (pattern: RegExp): Record<string, number> => {
  const found = globSync('**/*.ts', { cwd: api, exclude: ['event-store/**', 'payment-sandbox/**'] })
    .toSorted()
    .map((file) => [file, readFileSync(join(api, file), 'utf8').match(pattern)?.length ?? 0] as const)
  return Object.fromEntries(found.filter(([, times]) => times > 0))
}

/** Writing to a response, at once or behind what sets its headers. */
const writing =
  /\bres(?:ponse)?(?:\s*\.(?:set|type|status|attachment)\([^()]*(?:\([^()]*\))?[^()]*\))*\s*\.(?:writeHead|write|end|json|send|sendFile|sendStatus|redirect|download)\(/g

test('answers are written where contracts are kept, and elsewhere by the few that stream or answer a page', () => {
  expect(filesWith(writing)).toEqual({
    // By its contract.
    'http/send-content.ts': 3,
    'http/send-other.ts': 2,
    'http/send.ts': 3,
    // Answers that come from no handler: errors, also of whoever sends too slowly, the way to sign in, preflight
    // requests, and pages of the web app.
    'http/errors.ts': 2,
    'http/origins.ts': 1,
    'http/pages.ts': 2,
    'http/patient-server.ts': 1,
    // Streams and pages of their own; each message or line of a stream has a contract.
    'http/api-docs.ts': 1,
    'http/csv.ts': 1,
    'http/ndjson.ts': 4,
    'http/link-pages.ts': 1,
    'http/preview-frame.ts': 1,
    'http/stream.ts': 5,
  })
})

test('handlers that write the answer themselves, and those that have no contract, are these', () => {
  expect(filesWith(/kind: 'stream', open|kind: 'stream',\n\s+open/g)).toEqual({
    'app.ts': 1,
    'http/csv.ts': 1,
    'http/link-pages.ts': 1,
    'http/link-pass.ts': 1,
    'http/ndjson.ts': 1,
    'http/preview-frame.ts': 1,
    'http/zip.ts': 1,
    'routes/live.ts': 1,
    // The page that asks for consent.
    'routes/oauth-authorization.ts': 1,
  })
  expect(filesWith(/\b(?:app|router)\.(?:use|get|post|put|patch|delete|all)\(/g)).toEqual({
    'app.ts': 9,
    'http/pages.ts': 3,
  })
})
