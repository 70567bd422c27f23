import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { lostContentOf } from '#api/installation/content.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

describe('a start with the content of a log', () => {
  const world = async () => {
    const { ledger } = openMemoryLedger()
    const holder = newTeamId()
    const ownerId = newUserId()
    const order = (command: Parameters<typeof teamDecider.decide>[1]) =>
      handle(ledger, teamDecider, teamStream(holder), command, contextOf(holder, ownerId))
    const trialEndsAt = '2026-03-01T10:00:00.000Z'
    await order({ type: 'CreateTeam', teamId: holder, ownerId, name: 'T', slug: `team-${holder}`, trialEndsAt })
    const folder = temporaryFolder()
    const content = await openContentFolder(folder, Date.now())
    const url = pathToFileURL(folder).href
    const lost = ['a', 'b'].map((digit) => ({ holder, hash: hashOf(digit) }))
    return {
      lost,
      url,
      content,
      holder,
      deleteTeam: () => order({ type: 'DeleteTeam', by: ownerId }),
      look: (...files: typeof lost) => lostContentOf({ content, ledger, url }, files),
    }
  }

  test('is refused in a line with a file, the variable and what to do, where none of it is there', async () => {
    const { look, lost, url, holder } = await world()

    expect(await look(...lost)).toBe(
      `CONTENT_URL: ${url} has none of 2 files that the log names, such as ${'a'.repeat(64)} of the team ${holder}. ` +
        'Set CONTENT_URL to the content of this log, or put that back.',
    )
  })

  test('goes on where some of it is there, and where the log names none', async () => {
    const { look, lost, content, holder } = await world()
    const { hash } = await content.put(holder, Buffer.from('there'), { maxBytes: 10 })

    expect(await look(...lost, { holder, hash })).toBeUndefined()
    expect(await look()).toBeUndefined()
  })

  test('goes on where all that is missing is of a team that is being purged', async () => {
    const { look, lost, deleteTeam } = await world()
    await deleteTeam()

    expect(await look(...lost)).toBeUndefined()
  })
})
