import { expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { downloadFile, updateFile } from '#schemas/resources/files.ts'
import { cleanName, isVisible } from '#schemas/text/clean-name.ts'
import { naughtyStrings } from '#tests/fixtures/naughty-strings.ts'
import { startApp } from '#tests/support/app.ts'
import { pathOf, type Reply } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { bodyFor, oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

const needsAbility = ({ access }: Endpoint) => /^\w+\.\w+$/.test(access)
const changesNames = declaredEndpoints.filter(
  ([, endpoint]) => endpoint.method === 'PUT' && needsAbility(endpoint) && 'name' in (endpoint.body?.shape ?? {}),
)

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
const ids = prepared(() => oneOfEach(ann))

/** The name of a file must never break out of the header that tells it. */
const expectDownload = async (text: string) => {
  const { status, headers } = await ann.request('GET', pathOf(downloadFile, { params: { id: ids.file } }))

  const disposition = headers.get('content-disposition')
  expect([text, status, disposition]).toEqual([text, 200, expect.stringMatching(/^attachment; filename=/)])
  expect(headers.getSetCookie().some((cookie) => cookie.startsWith('x='))).toBe(false)
}

/** Characters are counted as people do, not in halves. */
const isText = (text: string) => {
  const kept = cleanName(text)
  return isVisible(kept) && [...kept].length <= 255 && text.isWellFormed()
}

test.each(changesNames)(
  '[D-103] %s stores any text but for what cannot be seen, or reports what is wrong with it',
  async (_, endpoint) => {
    const path = pathOf(endpoint, { params: paramsFor(endpoint, ids) })

    for (const text of naughtyStrings) {
      const answer = await ann.request('PUT', path, { json: { ...bodyFor(endpoint, ids), name: text } })
      const shown = (await ann.request('GET', path)) as Reply<{ name: string }>
      const kept = (answer.body as { name?: string }).name
      if (isText(text))
        expect([text, answer.status, kept, shown.body.name]).toEqual([text, 200, cleanName(text), cleanName(text)])
      else
        expect([text, answer.status, answer.body]).toMatchObject([
          text,
          422,
          { errors: { name: [expect.any(String)] } },
        ])
      if (endpoint === updateFile && isText(text)) await expectDownload(text)
    }
  },
)
