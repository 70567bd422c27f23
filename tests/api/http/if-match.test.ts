import type { Request } from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ifMatchOf } from '#api/http/if-match.ts'
import { malformed } from '#api/http/problem.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { startApp } from '#tests/support/app.ts'
import { newTeam } from '#tests/support/teams.ts'

const revisionsOf = (header: string | undefined) => ifMatchOf({ get: () => header } as unknown as Request).revisions

describe('what a caller says to have seen (If-Match)', () => {
  test.each([
    ['"3"', ['3']],
    [' "3" , "4" ', ['3', '4']],
    ['"of-another-server"', ['of-another-server']],
    ['W/"3"', []],
    ['*', null],
    [undefined, null],
  ])('%s is read as %j', (header, revisions) => {
    expect(revisionsOf(header)).toEqual(revisions)
  })

  test.each(['3', '"3', '', '"3";', '"3" "4"'])('%s is malformed', (header) => {
    expect(() => revisionsOf(header)).toThrow(malformed('The If-Match header is malformed.'))
  })

  test('is ignored if nothing is written', async () => {
    const app = await startApp()
    onTestFinished(() => app.close())
    const owner = await newTeam(app)

    expect((await owner.call(listClients, {}, { headers: { 'if-match': '3' } })).status).toBe(200)
  })
})
