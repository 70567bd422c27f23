import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textCodeOf } from '#api/adapters/one-time-codes.ts'
import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import { inboxStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { openRunner } from '#projections/engine/runner.ts'
import { outbox } from '#projections/outbox/outbox.ts'
import { projections } from '#projections/registry.ts'
import { openErasures } from '#projections/sweeps/open-erasures.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import { registerInterest } from '#schemas/resources/interest.ts'
import { createOAuthClient, updateOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { requestPasswordReset } from '#schemas/resources/passwords.ts'
import { eraseAccount, exportPersonalData } from '#schemas/resources/personal-data.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { sendTeamInvitation } from '#schemas/resources/team-invitations.ts'
import { showTeam } from '#schemas/resources/teams.ts'
import { confirmTwoFactor, startTwoFactor } from '#schemas/resources/two-factor.ts'
import { currentUser, updateContact, uploadPhoto } from '#schemas/resources/users.ts'
import { appUrl } from '#tests/support/app.ts'
import { recordEvents } from '#tests/support/event-recorder.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { sharedFolder, temporaryFolder } from '#tests/support/folders.ts'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { codeOf, inviteTo } from '#tests/support/invitations.ts'
import { codeFor, newApp } from '#tests/support/oauth.ts'
import { type Member, newMember, newTeam, password, registration } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { startWorkers, type TestWorkers } from '#tests/support/workers.ts'

const operatorEmail = 'operator@example.com'

/** Everything that tells who somebody is; none of it occurs elsewhere. */
const canary = {
  name: 'Zwaantje Kanariepiet',
  formerName: 'Zwaantje Vroegerpiet',
  email: 'zwaantje.kanarie@canary.test',
  formerEmail: 'vroeger.kanarie@canary.test',
  phone: '7911123456',
  subject: 'Kanarieonderwerp',
  message: 'Mijn kanarie zingt niet meer',
  from: 'prive.kanarie@canary.test',
  tokenName: 'Laptop van Kanariepiet',
  personalTokenName: 'Telefoon van Kanariepiet',
  clientName: 'Kanariezanger',
  formerClientName: 'Vroegerezanger',
  address: 'Kanariestraat 17',
}
const canaries = Object.values(canary)

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a person', () => {
  let app: FullApp
  let workers: TestWorkers
  let events: ReturnType<typeof recordEvents>
  const storeFolder = sharedFolder()
  let operator: Member
  beforeAll(async () => {
    const eventStore = await startEventStore(['--file', join(storeFolder, 'events.sqlite')])
    app = await startFullApp({ eventStore, env: { operatorEmails: [operatorEmail] } })
    workers = await startWorkers(app, appUrl)
    events = recordEvents(app.ledger)
    operator = await newTeam(app, { email: operatorEmail })
  })
  afterAll(async () => {
    await events.close()
    await workers.close()
    await app.close()
  })

  const erase = (member: Member) => member.call(eraseAccount, { body: { current_password: password } })
  const stores = () => ({ folders: [app.dataDir, storeFolder], redisUrl: app.redis.url, logged: app.logged })

  const isFinished = (member: Member) => (event: RecordedEvent) =>
    event.type === 'ErasureFinished' && event.data.userId === member.userId

  /** Somebody who has left as many traces as the product takes, and is a member of the owner's team. */
  const canaryIn = async (owner: Member): Promise<Member> => {
    await app.guest().call(registerInterest, { body: { email: canary.formerEmail } })
    await app.guest().call(registerInterest, { body: { phone: `+44 ${canary.phone}` } })
    await operator.call(sendTeamInvitation, {
      body: { email: canary.formerEmail, name: canary.name, team_name: 'Zangvogels' },
    })
    const invitation = await inviteTo(owner, canary.formerEmail)
    const code = await codeOf(app, owner, invitation.id)
    const caller = app.guest()
    const person = { name: canary.formerName, email: canary.formerEmail, password, password_confirmation: password }
    const form = { ...person, invitation: code, terms: true as const, address: canary.address }
    await caller.call(register, { body: form }, { headers: { 'user-agent': `Firefox/1 (${canary.name}; Linux)` } })
    const { body: user } = await caller.call(currentUser)
    await caller.call(updateContact, { body: { name: canary.name, email: canary.email } })
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: canary.name } })
      .jpeg()
      .toBuffer()
    await caller.call(uploadPhoto, {}, { file: new File([new Uint8Array(photo)], 'me.jpg', { type: 'image/jpeg' }) })
    await caller.call(startTwoFactor, { body: { country_code: '44', phone: canary.phone, method: 'text' } })
    const [texted] = await eventsOf(app.ledger, 'TextCodeRequested')
    await caller.call(confirmTwoFactor, { body: { code: textCodeOf(app.digest, texted?.data.codeId ?? '') } })
    const { from, subject, message } = canary
    await caller.call(sendSupportMessage, { body: { from, subject, message } })
    await app.guest().call(requestPasswordReset, { body: { email: canary.email } })
    await caller.call(createApiToken, { body: { name: canary.tokenName, abilities: ['clients.view'] } })
    await caller.call(createPersonalToken, { body: { name: canary.personalTokenName, scopes: ['clients.view'] } })
    const { body: client } = await caller.call(createOAuthClient, {
      body: { name: canary.formerClientName, redirect: 'https://example.com/cb' },
    })
    const changed = { name: canary.clientName, redirect: 'https://example.com/cb' }
    await caller.call(updateOAuthClient, { params: { id: client.id }, body: changed })
    await inviteTo(operator, canary.email)
    return { ...caller, userId: user.id, teamId: owner.teamId, email: canary.email }
  }

  test('[D-90] who is erased leaves nothing to read: not in events, read models, mails, jobs, keys or logs', async () => {
    const owner = await newTeam(app)
    const member = await canaryIn(owner)
    // Interest twice, invitation, team invitation, support message, password reset; the code by text; the photo.
    await events.types(
      'MailSent',
      'MailSent',
      'MailSent',
      'MailSent',
      'MailSent',
      'MailSent',
      'TextSent',
      'PictureCropped',
    )
    await events.until(({ type, stream }) => type === 'NotificationSent' && stream === inboxStream(member.userId))
    const before = await tracesOf(canaries, stores())
    for (const trace of ['.eml', '.txt', 'directory.sqlite', member.userId]) {
      expect(before.some((each) => each.includes(trace))).toBe(true)
    }

    await erase(member)
    await events.until(isFinished(member))

    expect(await tracesOf([...canaries, canary.phone.slice(1)], stores())).toEqual([])
    expect(await tracesOf([member.userId], { folders: [], redisUrl: app.redis.url, logged: [] })).toEqual([])
    expect(await readdir(join(app.dataDir, 'content'))).not.toContain(member.userId)
    const [registered] = await app.ledger.read(userStream(member.userId))
    expect(registered?.data).toMatchObject({ name: null, email: null, passwordHash: null })
    const ofTeam = await load(app.ledger, teamDecider, teamStream(owner.teamId))
    const ofOperator = await load(app.ledger, teamDecider, teamStream(operator.teamId))
    expect(ofTeam.status === 'active' && [...ofTeam.members.keys()]).toEqual([owner.userId])
    expect(ofOperator.status === 'active' && ofOperator.invitations.size).toBe(0)
  })

  test('[D-90] history stays readable without the name, and every read model can be rebuilt', async () => {
    const owner = await newTeam(app)
    const member = await newMember(app, owner, 'editor')
    const { body: client } = await owner.call(addClient, { body: { name: 'Acme' } })
    const { body: site } = await owner.call(addSite, { body: { name: 'Depot', client_id: client.id } })
    const file = new File([onePixel], 'plan.png', { type: 'image/png' })
    await member.call(uploadFile, { body: { site_id: site.id } }, { file })

    await erase(member)
    await events.until(isFinished(member))

    expect((await owner.call(listFiles)).body.map((each) => each.created_by_user)).toEqual([{ name: null }])
    const folder = temporaryFolder()
    const runner = openRunner(folder, [...projections, outbox, openErasures])
    const caughtUp = new Promise<void>((resolve) => {
      const { advance, flush } = runner
      const following = app.ledger.subscribe(null, {
        advance,
        caughtUp: () => {
          flush()
          void following.close().then(resolve)
        },
        ended: () => {},
      })
    })
    await caughtUp
    expect(runner.states().filter(({ failed }) => failed !== null)).toEqual([])
    expect(await tracesOf([...canaries, member.email], { ...stores(), folders: [folder] })).toEqual([])
    runner.close()
  })

  test('is erased for who gives the password, at once and in every browser; the address is free again', async () => {
    const member = await newTeam(app)
    const elsewhere = app.guest()
    await elsewhere.call(signIn, { body: { email: member.email, password } })
    const { token } = (await member.call(createApiToken, { body: { name: 'Import', abilities: ['clients.view'] } }))
      .body

    const wrong = await member.refused(eraseAccount, { body: { current_password: 'something else' } })
    await elsewhere.call(currentUser)
    await erase(member)

    expect(wrong.body.errors).toEqual({ current_password: ['The given password does not match our records.'] })
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    for (const refused of [
      await member.refused(currentUser),
      await elsewhere.refused(currentUser),
      await app.guest().refused(currentUser, {}, bearer),
    ]) {
      expect(refused.status).toBe(401)
    }
    const again = await app.guest().refused(signIn, { body: { email: member.email, password } })
    expect(again.status).toBe(422)
    await events.until(isFinished(member))
    await app.guest().call(register, { body: registration({ email: member.email }) })
  })

  test('[D-96] takes a team that nobody else is in along, and keeps one that others are in', async () => {
    const owner = await newTeam(app)
    const colleague = await newMember(app, owner, 'member')

    const refused = await owner.refused(eraseAccount, { body: { current_password: password } })
    const stillThere = await colleague.call(showTeam, { params: { id: owner.teamId } })
    await erase(colleague)
    await events.until(isFinished(colleague))
    await erase(owner)

    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { account: ['You own a team that has other members. Delete it, or remove its members, first.'] },
    ])
    expect(stillThere.body.users).toHaveLength(2)
    expect((await load(app.ledger, teamDecider, teamStream(owner.teamId))).status).toBe('deleted')
  })

  test('downloads everything that is held on them, and nothing that opens a door', async () => {
    const owner = await newTeam(app)
    const member = await newTeam(app, { name: 'Ann Archer' })
    await inviteTo(owner, member.email)
    const support = { from: 'ann@elsewhere.example', subject: 'Hello', message: 'Can you hear me?' }
    await member.call(sendSupportMessage, { body: support })
    await member.call(createApiToken, { body: { name: 'My laptop', abilities: ['clients.view'] } })
    await member.call(createPersonalToken, { body: { name: 'My phone', scopes: ['sites.view'] } })
    const redirect = 'https://example.com/cb'
    const { body: client } = await member.call(createOAuthClient, { body: { name: 'My app', redirect } })
    const phone = await newApp(owner)
    await codeFor(member, phone)
    await inviteTo(member, owner.email)
    await member.call(addClient, { body: { name: 'Acme' } })

    const { body, headers } = await member.call(exportPersonalData)

    expect(headers.get('content-disposition')).toBe('attachment; filename=siteledger-my-data.json')
    expect(body.account).toMatchObject({ id: member.userId, name: 'Ann Archer', email: member.email })
    expect(body.teams).toMatchObject([{ id: member.teamId, role: 'owner' }])
    expect(body.sessions).toHaveLength(1)
    expect(body.api_tokens).toMatchObject([{ name: 'My laptop', abilities: ['clients.view'] }])
    expect(body.personal_access_tokens).toMatchObject([{ name: 'My phone', scopes: ['sites.view'] }])
    expect(body.oauth_clients).toMatchObject([{ id: client.id, name: 'My app', redirects: [redirect] }])
    expect(body.authorized_apps).toMatchObject([{ client_id: phone.client_id, scopes: ['clients.view'] }])
    const dataOf = (wanted: string) => body.records.find(({ type }) => type === wanted)?.data
    expect(dataOf('UserRegistered')).toEqual({ userId: member.userId, name: 'Ann Archer', email: member.email })
    expect(dataOf('SupportRequested')).toMatchObject({ ...support, from: member.email })
    expect(dataOf('InvitationSent')).toMatchObject({ email: member.email, teamId: owner.teamId })
    expect(body.activity.map(({ summary }) => summary)).toEqual([
      'Added the client Acme',
      'Invited somebody else as Member',
      'Authorized an app of somebody else',
      'Created the OAuth client My app',
      'Created the personal access token My phone',
      'Created the API token My laptop',
      'Ann Archer asked for support',
      expect.stringMatching(/^Founded the team /),
    ])
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|"code"|digest|sl[ps]?_/)
    const navigation = await member.request('GET', '/settings/personal-data', { headers: { accept: 'text/html' } })
    expect(navigation.body).toMatchObject({ account: { id: member.userId } })
  })

  test('sees nothing of anybody else in it, not even of one whose address they had before', async () => {
    const first = await newTeam(app)
    const second = await newTeam(app)
    const { email } = first
    await first.call(updateContact, { body: { name: 'First', email: `moved-${email}` } })
    await second.call(updateContact, { body: { name: 'Second', email } })
    await app.guest().call(registerInterest, { body: { email } })

    const { body } = await first.call(exportPersonalData)

    expect(body.records.some(({ type }) => type === 'InterestRegistered')).toBe(false)
    expect(JSON.stringify(body)).not.toContain(second.userId)
  })
})
