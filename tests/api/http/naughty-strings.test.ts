import { expect } from 'vitest'
import { downloadFile, showFile, updateFile } from '#schemas/resources/files.ts'
import { cleanName } from '#schemas/text/clean-name.ts'
import { isName, naughtyStrings } from '#tests/fixtures/naughty-strings.ts'
import { pathOf } from '#tests/support/caller.ts'
import { bodyFor, oneOfEach } from '#tests/support/one-of-each.ts'
import { sharedApp } from '#tests/support/shared-app.ts'

const { test } = sharedApp()

// Every other name has the same field (tests/schemas/text/clean-name.test.ts); that of a file is told in a header, too.
test('[D-103] a file stores any text but for what cannot be seen, or reports what is wrong with it', async ({
  ann,
}) => {
  const ids = await oneOfEach(ann)
  const params = { id: ids.file }

  for (const text of naughtyStrings) {
    const json = { ...bodyFor(updateFile, ids), name: text }
    const { status, body } = await ann.request('PUT', pathOf(updateFile, { params }), { json })
    if (!isName(text)) {
      expect([text, status, body]).toMatchObject([text, 422, { errors: { name: [expect.any(String)] } }])
      continue
    }
    const kept = [(body as { name: string }).name, (await ann.ask(showFile, { params })).name]
    expect([text, status, ...kept]).toEqual([text, 200, cleanName(text), cleanName(text)])
    const { headers } = await ann.call(downloadFile, { params })
    expect([text, headers.get('content-disposition')]).toEqual([text, expect.stringMatching(/^attachment; filename=/)])
    expect(headers.getSetCookie().some((cookie) => cookie.startsWith('x='))).toBe(false)
  }
})
