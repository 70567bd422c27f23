import { describe, expect } from 'vitest'
import { listHistory } from '#schemas/resources/history.ts'
import { overrideLimits } from '#schemas/resources/kiosk-limits.ts'
import { showUserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import { restoreTeam } from '#schemas/resources/kiosk-teams.ts'
import { searchUsers, sendProofToUser, verifyEmailOfUser } from '#schemas/resources/kiosk-users.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'
import { updateContact } from '#schemas/resources/users.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'
import { operatedApp, operatorEmail } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password, registration } from '#tests/support/teams.ts'

const secondOperator = registration().email
const thirdOperator = registration().email

describe('operators look for users', () => {
  const { app, test, boss } = operatedApp({ operatorEmails: [operatorEmail, secondOperator, thirdOperator] })

  const found = (query?: string) => boss.ask(searchUsers, { body: { query } })

  test('[API2G-06] by words of name and address, without case and accents, newest first', async () => {
    const anna = await newTeam(app, { name: 'Anna Öztürk' })
    const other = await newTeam(app, { name: 'Ozturk, Berta', email: 'berta@annas.example' })

    expect((await found('OZTURK anna')).map(({ id }) => id)).toEqual([other.userId, anna.userId])
    expect(await found(anna.email)).toEqual([
      { id: anna.userId, name: 'Anna Öztürk', email: anna.email, photo_url: null, created_at: expect.any(String) },
    ])
    expect(await found(other.userId)).toMatchObject([{ email: 'berta@annas.example' }])
    expect(await found('nobody of this name')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  test('[D-41] by words in which an asterisk stands for any characters, and nothing else does', async () => {
    const carl = await newTeam(app, { name: 'Carl_100% Zwei', email: 'carl@stars.example' })
    await newTeam(app, { name: 'Carla100x Zwei' })

    for (const query of ['c*rl_100', 'zw* carl@*.example', '*_100%', 'carl*zwei*stars']) {
      expect((await found(query)).map(({ id }) => id)).toEqual([carl.userId])
    }
    expect(await found('carl*nobody')).toEqual([])
    expect(await found('*')).toEqual(await found())
  })

  test('by what they are called now', async () => {
    const bob = await newTeam(app, { name: 'Robert Before' })
    await bob.call(updateContact, { body: { name: 'Robert Afterwards', email: bob.email } })

    expect(await found('robert before')).toEqual([])
    expect(await found('robert afterwards')).toMatchObject([{ id: bob.userId }])
  })

  test('and do not find who is erased', async () => {
    const gone = await newTeam(app, { name: 'Soon Gone' })
    await gone.call(eraseAccount, { body: { current_password: password } })

    expect(await found('soon gone')).toEqual([])
    expect(await found(gone.userId)).toEqual([])
  })

  test('and see the newest ones without a query', async () => {
    for (let n = 0; n <= maxFound; n += 1) await recordUser(app.ledger, newUserId())
    const newest = await newTeam(app)

    const rows = await found('  ')
    expect(rows).toHaveLength(maxFound)
    expect(rows[0]?.id).toBe(newest.userId)
    expect(await found()).toEqual(rows)
  })

  test('with a query of at most 255 characters', async () => {
    expect(Object.keys(await boss.invalid(searchUsers, { body: { query: 'x'.repeat(256) } }))).toEqual(['query'])
  })

  const userOf = async ({ userId }: Member) => (await boss.ask(showUserProfile, { params: { id: userId } })).user
  const toldOf = ({ userId }: Member) => boss.ask(listHistory, { query: { resource: 'users', id: userId } })

  test('send another link that verifies an address, until it is verified', async () => {
    const ann = await newTeam(app, { name: 'Ann Unproven' })
    const params = { id: ann.userId }
    expect(await userOf(ann)).toMatchObject({ email_verified: false, operator: false })

    expect((await boss.call(sendProofToUser, { params })).status).toBe(204)
    const [sent, ...before] = await toldOf(ann)
    expect(sent).toMatchObject({
      type: 'EmailProofRequested',
      actor: { id: boss.userId },
      summary: 'Sent Ann Unproven a link that verifies their e-mail address',
    })
    await boss.call(verifyEmailOfUser, { params })
    await boss.call(sendProofToUser, { params })
    expect(await toldOf(ann)).toHaveLength(before.length + 2)
  })

  test('verify an address by hand, but not that of an operator', async () => {
    const ann = await newTeam(app, { name: 'Ann Proven' })
    await boss.call(verifyEmailOfUser, { params: { id: ann.userId } })

    expect(await userOf(ann)).toMatchObject({ email_verified: true })
    expect((await toldOf(ann))[0]).toMatchObject({
      type: 'EmailVerified',
      actor: { id: boss.userId },
      summary: 'Verified the e-mail address of Ann Proven',
    })
    const other = await newTeam(app, { email: secondOperator })
    expect(await userOf(other)).toMatchObject({ operator: true, email_verified: false })
    const { status, body } = await boss.refused(verifyEmailOfUser, { params: { id: other.userId } })
    expect([status, body.message]).toEqual([403, 'Operators verify their address themselves.'])
    expect(await userOf(other)).toMatchObject({ email_verified: false })
  })

  test('[D-02] see nothing more from the next call on once they are operators no longer', async () => {
    const former = await newTeam(app, { email: thirdOperator })
    await former.call(searchUsers, { body: {} })
    await former.call(updateContact, { body: { name: 'Ann', email: registration().email } })

    const { userId: id, teamId } = boss
    const refusals = [
      await former.refused(searchUsers, { body: {} }),
      await former.refused(showUserProfile, { params: { id } }),
      await former.refused(sendProofToUser, { params: { id } }),
      await former.refused(endSessionsOfUser, { params: { id } }),
      await former.refused(overrideLimits, { params: { id: teamId }, body: {} }),
      await former.refused(restoreTeam, { params: { id: teamId } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404))
  })
})
