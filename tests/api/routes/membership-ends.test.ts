import { describe, expect } from 'vitest'
import { listHistory } from '#schemas/resources/history.ts'
import {
  acceptInvitation,
  cancelInvitation,
  listInvitations,
  listPendingInvitations,
  sendInvitation,
} from '#schemas/resources/invitations.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { plusDays, showDate, today } from '#schemas/time/dates.ts'
import { setClock } from '#tests/support/clock.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const inDays = (days: number) => showDate(plusDays(today(new Date(), 'Europe/London'), days))

/** Moves the clock by so many days; who is named signs in again. */
const daysLater = async (days: number, ...people: Member[]) => {
  setClock(Date.now() + days * 24 * 60 * 60 * 1000)
  for (const { email, call } of people) await call(signIn, { body: { email, password } })
}

describe('the end of a membership', () => {
  test('is a day after today, stays where it is left out, and is taken away by null', async ({ owner, member }) => {
    const params = { teamId: owner.teamId, userId: member.userId }
    const put = (body: object) => owner.ask(updateMember, { params, body })
    const end = inDays(10)

    expect((await put({ ends_at: plusDays(today(new Date(), 'Europe/London'), 10) })).ends_at).toBe(end)
    expect((await put({ role: 'auditor' })).ends_at).toBe(end)
    const shown = (await owner.ask(currentTeam)).users.find(({ id }) => id === member.userId)
    expect(shown).toMatchObject({ ends_at: end, role_on_current_team: 'auditor' })
    const history = await owner.ask(listHistory, { query: { resource: 'members' } })
    expect(history[1]?.changes).toEqual([{ field: 'ends_at', from: null, to: end }])
    expect((await put({ ends_at: null })).ends_at).toBeNull()
  })

  test('is refused on other days, in words, unless it is the present one', async ({ owner, member }) => {
    const params = { teamId: owner.teamId, userId: member.userId }
    const refused = async (ends_at: string) =>
      (await owner.invalid(updateMember, { params, body: { ends_at } })).ends_at

    for (const day of [inDays(0), inDays(-1)]) expect(await refused(day)).toEqual(['The end date must be after today.'])
    expect(await refused(inDays(3 * 366 + 1))).toEqual(['The end date must be within three years.'])
    expect(await refused('31/02/2027')).toEqual(['The end date is not a valid date.'])
    const invitation = { params: { id: owner.teamId }, body: { email: 'jo@example.com', ends_at: inDays(0) } }
    expect(await owner.invalid(sendInvitation, invitation)).toEqual({ ends_at: ['The end date must be after today.'] })
    await owner.call(updateMember, { params, body: { ends_at: inDays(1) } })
    const end = inDays(1)
    await daysLater(1, owner)
    expect((await owner.ask(updateMember, { params, body: { ends_at: end, role: 'editor' } })).ends_at).toBe(end)
  })

  test('is seen by the member, the owner and admins alone', async ({ owner, admin, member, editor }) => {
    const params = { teamId: owner.teamId, userId: member.userId }
    await owner.call(updateMember, { params, body: { ends_at: inDays(5) } })
    const seenBy = async (who: typeof owner) =>
      (await who.ask(currentTeam)).users.find(({ id }) => id === member.userId)?.ends_at

    expect(await Promise.all([owner, admin, member, editor].map(seenBy))).toEqual([
      inDays(5),
      inDays(5),
      inDays(5),
      null,
    ])
  })
})

describe('an invitation to a membership that ends', () => {
  const invite = async (days: number) => {
    const owner = await newTeam(app)
    const guest = await newTeam(app)
    const body = { email: guest.email, role: 'auditor' as const, ends_at: inDays(days) }
    const sent = await owner.ask(sendInvitation, { params: { id: owner.teamId }, body })
    return { owner, guest, sent, params: { id: sent.id } }
  }

  test('names the day, and gives it to the member', async () => {
    const { owner, guest, sent, params } = await invite(3)

    expect(sent.ends_at).toBe(inDays(3))
    expect((await guest.ask(listPendingInvitations)).map(({ ends_at }) => ends_at)).toEqual([inDays(3)])
    await guest.call(acceptInvitation, { params, body: {} })
    const { users } = await owner.ask(currentTeam)
    expect(users.find(({ id }) => id === guest.userId)?.ends_at).toBe(inDays(3))
  })

  test('cannot be accepted once that day is over, and can be taken back', async () => {
    const { owner, guest, params } = await invite(1)
    await daysLater(2, owner, guest)
    expect(await guest.ask(listPendingInvitations)).toEqual([])
    expect((await guest.refused(acceptInvitation, { params, body: {} })).status).toBe(404)
    expect(await owner.ask(listInvitations, { params: { id: owner.teamId } })).toHaveLength(1)
    await owner.call(cancelInvitation, { params })
  })
})
