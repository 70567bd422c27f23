import { describe, expect } from 'vitest'
import { remindersOffToken } from '#api/adapters/one-time-codes.ts'
import type { ListLook } from '#schemas/details/list-look.ts'
import { chooseExpiryReminders, remindersOffPages, showExpiryReminders } from '#schemas/resources/expiry-reminders.ts'
import { chooseListLook } from '#schemas/resources/list-looks.ts'
import { chooseCheckpointMail, showCheckpointMail } from '#schemas/resources/log-proofs.ts'
import { deleteTeam, listTeams } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

describe('the signed-in user', () => {
  test('[API2A-08] is told who they are and what they may do in their current team', async ({ owner }) => {
    const auditor = await newMember(app, owner, 'auditor')

    expect(await owner.ask(currentUser)).toMatchObject({
      id: owner.userId,
      email: owner.email,
      photo_url: null,
      role_on_current_team: 'owner',
      abilities: abilitiesOfRole('owner'),
    })
    expect(await auditor.ask(currentUser)).toMatchObject({
      id: auditor.userId,
      role_on_current_team: 'auditor',
      abilities: abilitiesOfRole('auditor'),
    })
  })
})

const ann = prepared(() => newTeam(app))

const look: ListLook = { kind: 'sites', look: 'table', hidden: ['postcode'], widths: { name: 300 } }
const looksOf = async (who: Member) => (await who.ask(currentUser, {})).list_looks

test('how lists look is kept with the account, the last choice for each kind', async () => {
  expect(await looksOf(ann)).toEqual([])
  await ann.call(chooseListLook, { body: { ...look, look: 'cards' } })
  await ann.call(chooseListLook, { body: look })
  await ann.call(chooseListLook, { body: { ...look, kind: 'files', hidden: [] } })

  expect(await looksOf(ann)).toEqual([{ ...look, kind: 'files', hidden: [] }, look])
  expect(await looksOf(await newMember(app, ann, 'admin'))).toEqual([])
})

test('the parts of the overview that somebody folded are kept too', async () => {
  const folded: ListLook = { kind: 'overview', look: 'cards', hidden: ['recent'], widths: {} }
  await ann.call(chooseListLook, { body: folded })

  expect(await looksOf(ann)).toContainEqual(folded)
})

test('what changes nothing is not written', async () => {
  await ann.call(chooseListLook, { body: look })
  const position = await app.ledger.lastPosition()
  await ann.call(chooseListLook, { body: look })

  expect(await app.ledger.lastPosition()).toBe(position)
})

test.each([
  ['kind', { kind: 'trash' }],
  ['look', { look: 'tree' }],
  ['hidden', { hidden: Array.from({ length: 41 }, (_, n) => `column-${n}`) }],
  ['widths.name', { widths: { name: 1e9 } }],
])('nothing else is kept: %s', async (field, changes) => {
  expect(Object.keys(await ann.invalid(chooseListLook, { body: { ...look, ...changes } as ListLook }))).toEqual([field])
})

test('who reads the history is mailed checkpoints as they wish, and nobody else is', async () => {
  const auditor = await newMember(app, ann, 'auditor')
  const editor = await newMember(app, ann, 'editor')
  expect(await auditor.ask(showCheckpointMail)).toEqual({ daily: false })
  expect((await auditor.call(chooseCheckpointMail, { body: { daily: true } })).status).toBe(204)
  const position = await app.ledger.lastPosition()
  await auditor.call(chooseCheckpointMail, { body: { daily: true } })

  expect(await app.ledger.lastPosition()).toBe(position)
  expect(await auditor.ask(showCheckpointMail)).toEqual({ daily: true })
  expect(await ann.ask(showCheckpointMail)).toEqual({ daily: false })
  expect((await editor.refused(chooseCheckpointMail, { body: { daily: true } })).status).toBe(403)
  expect(await ann.invalid(chooseCheckpointMail, { body: { daily: 'yes' } })).toEqual({
    daily: ['The daily field must be true or false.'],
  })
})

test('everyone chooses for themselves when they are reminded; at first those who run a team are', async ({ bob }) => {
  const editor = await newMember(app, bob, 'editor')
  const owned = (await editor.ask(listTeams)).filter(({ owner_id }) => owner_id === editor.userId)
  for (const { id } of owned) await editor.call(deleteTeam, { params: { id } })
  const admin = await newMember(app, bob, 'admin')
  const unchosen = { days: [30], weekly: true, missing: true, chosen: false }
  for (const who of [ann, admin]) expect(await who.ask(showExpiryReminders)).toEqual(unchosen)
  expect(await editor.ask(showExpiryReminders)).toEqual({ days: [], weekly: false, missing: false, chosen: false })

  const { body } = await ann.call(chooseExpiryReminders, { body: { days: [7, 60, 7], weekly: true } })

  expect(body).toEqual({ days: [60, 7], weekly: true, missing: true, chosen: true })
  expect(await ann.ask(showExpiryReminders)).toEqual(body)
  expect(await bob.ask(showExpiryReminders)).toEqual(unchosen)
  await ann.call(chooseExpiryReminders, { body: { days: [], weekly: true, missing: false } })
  await ann.call(chooseExpiryReminders, { body: { days: [], weekly: false } })
  expect(await ann.ask(showExpiryReminders)).toEqual({ days: [], weekly: false, missing: false, chosen: true })
})

test('a mailed link asks whether to turn reminders off, and then does, without a session', async ({ bob }) => {
  const path = `${remindersOffPages}${remindersOffToken(app.digest, bob.userId)}`
  const accept = 'text/html'
  const get = (link: string) => app.guest().request('GET', link, { headers: { accept } })
  const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' }
  const post = (link: string) => app.guest().request('POST', link, { headers, text: '' })

  expect(await get(path)).toMatchObject({ status: 200, body: expect.stringContaining('<button>Turn off</button>') })
  expect(await bob.ask(showExpiryReminders)).toMatchObject({ weekly: true, chosen: false })
  expect(await post(path)).toMatchObject({ status: 200, body: expect.stringContaining('<h1>Reminders are off</h1>') })
  expect(await bob.ask(showExpiryReminders)).toEqual({ days: [], weekly: false, missing: false, chosen: true })

  const stranger = await newTeam(app)
  const forged = path.replace(bob.userId, stranger.userId)
  expect([(await get(forged)).status, (await post(forged)).status]).toEqual([404, 404])
  expect(await stranger.ask(showExpiryReminders)).toMatchObject({ weekly: true, chosen: false })
})

test('other numbers of days are refused', async () => {
  const choose = (body: object) => ann.invalid(chooseExpiryReminders, { body })

  expect(await choose({ days: [14], weekly: false })).toHaveProperty(['days.0'])
  expect(await choose({ days: 7, weekly: 'yes' })).toEqual({
    days: ['The days must be some of 60, 30, 7.'],
    weekly: ['The weekly field must be true or false.'],
  })
})
