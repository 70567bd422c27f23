import { describe, expect, onTestFinished, test } from 'vitest'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { documentDecider } from '#api/domain/document.ts'
import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import {
  categoryTreeStream,
  clientStream,
  documentStream,
  expiryRemindersStream,
  fileStream,
  inboxStream,
  messageStream,
  siteStream,
  teamStream,
} from '#api/event-store/streams.ts'
import { comparePositions } from '#projections/engine/position.ts'
import { expiryReminderQueries, expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import type { MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { UserId } from '#schemas/ids.ts'
import { sendMessage } from '#schemas/jobs/send-message.ts'
import { type Membership, plainMembership } from '#schemas/rights/membership.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import {
  newCategoryId,
  newClientId,
  newCommandId,
  newDocumentId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recordUser } from '#tests/support/recorded-user.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'
import type { OutgoingMail } from '#workers/adapters/outgoing.ts'
import { sendMessageJobs } from '#workers/jobs/send-message.ts'
import { openExpiryReminding } from '#workers/sweeps/expiry/remind.ts'

/** A Monday; at noon, as London tells the time. */
const noon = (day: string) => new Date(`${day}T12:00:00.000Z`)
const monday = '2026-03-02'

/** A team of Ann with two sites of one client. */
const world = async () => {
  const { ledger, close } = openMemoryLedger()
  onTestFinished(close)
  const teamId = newTeamId()
  const annId = newUserId()
  const clientId = newClientId()
  const north = newSiteId()
  const south = newSiteId()
  const streams = new Set<string>([teamStream(teamId)])
  const context = () => contextOf(teamId, annId)
  const inTeam = (command: Parameters<typeof teamDecider.decide>[1]) =>
    handle(ledger, teamDecider, teamStream(teamId), command, context())
  const onSite = (command: Parameters<typeof siteDecider.decide>[1] & { siteId: typeof north }) =>
    handle(ledger, siteDecider, siteStream(command.siteId), command, context())

  await recordUser(ledger, annId)
  await inTeam({
    type: 'CreateTeam',
    teamId,
    ownerId: annId,
    name: 'North',
    slug: 'north',
    trialEndsAt: noon(monday).toISOString(),
  })
  const client = { type: 'AddClient', clientId, teamId, ...detailsOf.client({ name: 'Acme' }) } as const
  await handle(ledger, clientDecider, clientStream(clientId), client, context())
  for (const [siteId, name] of [
    [north, 'Depot'],
    [south, 'Yard'],
  ] as const) {
    await onSite({ type: 'AddSite', siteId, teamId, clientId, ...detailsOf.site({ name }) })
  }

  const onFile = (fileId: ReturnType<typeof newFileId>, command: Parameters<typeof fileDecider.decide>[1]) => {
    streams.add(fileStream(fileId))
    return handle(ledger, fileDecider, fileStream(fileId), command, context())
  }
  const file = async (name: string, expires_at: string, siteId = north) => {
    const fileId = newFileId()
    const details = detailsOf.file({ name, completed_at: '2025-03-01', expires_at })
    const data = uploadedFile({ fileId, teamId, clientId, siteId, ...details })
    await onFile(fileId, { type: 'UploadFile', file: data })
    return fileId
  }
  const document = async (name: string, expires_at: string) => {
    const documentId = newDocumentId()
    const { localFileName, type, mimeType, content, uploadedBy, completed_at } = uploadedFile()
    const said = { teamId, localFileName, type, mimeType, content, uploadedBy, completed_at }
    const uploaded = { ...said, documentId, ...detailsOf.document({ name, expires_at }) }
    streams.add(documentStream(documentId))
    const upload = { type: 'UploadDocument', document: uploaded } as const
    await handle(ledger, documentDecider, documentStream(documentId), upload, context())
  }
  const wants = (userId: UserId, days: number[], weekly = false, missing = false) => {
    streams.add(expiryRemindersStream(userId))
    const command = { type: 'ChooseExpiryReminders', userId, days, weekly, missing } as const
    return handle(ledger, expiryRemindersDecider, expiryRemindersStream(userId), command, contextOf(null, userId))
  }
  const member = async (limits: Partial<Membership> = {}) => {
    const userId = newUserId()
    await recordUser(ledger, userId)
    const history = await ledger.read(teamStream(teamId))
    const data = { teamId, userId, ...plainMembership('member'), ...limits }
    const joined = { type: 'MemberJoined', data, id: newCommandId(), metadata: context() } as const
    await ledger.append(teamStream(teamId), history.at(-1)?.revision ?? 'no-stream', [joined])
    return userId
  }

  /** What each site misses: a category. */
  const cells: MissingCell[] = []
  const categoryId = newCategoryId()
  const requires = async (name: string) => {
    const command = {
      type: 'AddCategory',
      teamId,
      categoryId,
      parentId: null,
      ...detailsOf.category({ name, slug: 'fire' }),
    } as const
    await handle(ledger, categoryTreeDecider, categoryTreeStream(teamId), command, context())
    for (const siteId of [north, south]) cells.push({ clientId, siteId, categoryId })
  }

  /** A process of workers, which has read all of the log. */
  const workers = async () => {
    const events = (await Promise.all([...streams].map((stream) => ledger.read(stream)))).flat()
    const db = projected(
      expiryReminders,
      events.toSorted((one, other) => comparePositions(one.position, other.position)),
    )
    const missing = (scope: Scope, _on: CalendarDate, most: number) =>
      cells.filter((cell) => isWithin(scope, { teamId, ...cell })).slice(0, most)
    return openExpiryReminding({ ledger, reminders: expiryReminderQueries(db), missing, timeZone: 'Europe/London' })
  }
  const sweep = async (now: Date) => (await workers())(now)
  const remindersOf = async (userId: UserId) =>
    (await ledger.read(expiryRemindersStream(userId))).filter(({ type }) => type === 'ExpiryReminded')
  /** The messages so far: the days, each with what was named. */
  const told = async (userId: UserId) =>
    (await remindersOf(userId)).map(({ data }) => {
      const { on, records } = data as { on: string; records: { id: string; within: number | null }[] }
      return [on, ...records.map(({ within }) => within)]
    })
  /** Sends the newest reminder of a user by mail and notification. */
  const send = async (userId: UserId, now: Date) => {
    const letters: OutgoingMail[] = []
    const tools = {
      ...textTools,
      ledger,
      mail: async (letter: OutgoingMail) => void letters.push(letter),
      text: async () => {},
      appUrl: 'https://sites.example.com',
      mailFrom: 'no-reply@example.com',
      digest: (purpose: string, text: string) => `${purpose}-${text}`,
      now: () => now,
    }
    const eventId = (await remindersOf(userId)).at(-1)?.id ?? ''
    const jobs = sendMessageJobs(tools).filter(({ contract }) => contract !== sendMessage.text)
    for (const job of jobs) await job.run({ eventId, stream: expiryRemindersStream(userId) }, { last: false })
    const notices = (await ledger.read(inboxStream(userId))).map(({ data }) => (data as { body?: string }).body)
    const mail = (await ledger.read(messageStream('mail', eventId))).map(({ type, data }) => ({ type, ...data }))
    return { letters, notices, mail }
  }
  return {
    ledger,
    teamId,
    annId,
    clientId,
    north,
    south,
    inTeam,
    onSite,
    onFile,
    file,
    document,
    requires,
    wants,
    member,
    workers,
    sweep,
    told,
    send,
  }
}

describe('who wants to be reminded of what expires', () => {
  test('is told once for each number of days that they chose', async () => {
    const { annId, file, wants, sweep, told } = await world()
    await file('Gas', '2026-05-01')
    await wants(annId, [60, 7])

    for (const day of ['2026-03-01', monday, '2026-03-03', '2026-04-23', '2026-04-24', '2026-05-01', '2026-05-02']) {
      await sweep(noon(day))
      await sweep(noon(day))
    }

    expect(await told(annId)).toEqual([
      [monday, 60],
      ['2026-04-24', 7],
    ])
  })

  test('is told later when the workers stood still on that day, and only of the nearest number', async () => {
    const { annId, file, wants, sweep, told } = await world()
    await file('Gas', '2026-03-20')
    await wants(annId, [60, 30, 7])

    await sweep(noon('2026-03-12'))
    await sweep(noon('2026-03-15'))

    expect(await told(annId)).toEqual([
      ['2026-03-12', 30],
      ['2026-03-15', 7],
    ])
  })

  test('is told once by workers that run twice at a time, with read models that lag', async () => {
    const { annId, file, document, wants, workers, told } = await world()
    await file('Gas', '2026-03-09')
    await document('Insurance', '2026-03-09')
    await wants(annId, [7], true)
    const one = await workers()
    const other = await workers()
    const later = await workers()

    await Promise.all([one(noon(monday)), other(noon(monday))])
    await later(noon('2026-03-03'))

    expect(await told(annId)).toEqual([[monday, 7, 7]])
  })

  test('is told again of another date, and of nothing in the trash', async () => {
    const { annId, teamId, file, onFile, wants, sweep, told } = await world()
    const gas = await file('Gas', '2026-03-09')
    const lift = await file('Lift', '2026-03-09')
    await onFile(lift, { type: 'DeleteFile', fileId: lift, teamId, trashId: newTrashId() })
    await wants(annId, [7])
    await sweep(noon(monday))
    const ancestry = { siteId: newSiteId(), clientId: newClientId() }
    const change = { type: 'ChangeFile', fileId: gas, teamId, bulkId: null, ancestry } as const
    await onFile(gas, { ...change, expires_at: CalendarDate.parse('2026-03-10') })

    await sweep(noon('2026-03-03'))

    expect(await told(annId)).toEqual([
      [monday, 7],
      ['2026-03-03', 7],
    ])
  })

  test('is told from seven in the morning on, as London tells the time', async () => {
    const { annId, file, wants, sweep, told } = await world()
    await file('Gas', '2026-07-01')
    await wants(annId, [7])

    await sweep(new Date('2026-06-24T05:59:00.000Z'))
    expect(await told(annId)).toEqual([])
    await sweep(new Date('2026-06-24T06:00:00.000Z'))
    expect(await told(annId)).toEqual([['2026-06-24', 7]])
  })

  test('gets one digest a week, with what has expired', async () => {
    const { annId, file, wants, sweep, told } = await world()
    await file('Gas', '2026-01-01')
    await file('Lift', '2026-04-01')
    await file('Roof', '2026-07-01')
    await wants(annId, [], true)

    for (const day of [monday, '2026-03-08', '2026-03-10']) await sweep(noon(day))

    expect(await told(annId)).toEqual([
      [monday, null, null],
      ['2026-03-10', null, null],
    ])
  })

  test('who runs the team is told 30 days before and once a week, in one message, until they choose', async () => {
    const { annId, file, member, wants, sweep, told } = await world()
    await file('Gas', '2026-03-20')
    await file('Roof', '2026-02-01')
    const admin = await member({ role: 'admin' })
    const editor = await member({ role: 'editor' })
    const content = await member({ role: 'admin' })
    await wants(content, [7], true)
    await wants(content, [])

    await sweep(noon(monday))

    for (const userId of [annId, admin]) expect(await told(userId)).toEqual([[monday, 30, null]])
    for (const userId of [editor, content]) expect(await told(userId)).toEqual([])
  })

  test('who ran the team and never chose is told nothing by the role of before, at the pass or at sending', async () => {
    const { annId, file, member, sweep, told, send, inTeam } = await world()
    await file('Gas', '2026-03-20')
    const before = await member({ role: 'admin' })
    const between = await member({ role: 'admin' })
    const demoted = (userId: UserId) =>
      inTeam({ type: 'ChangeMember', userId, membership: { role: 'editor' }, by: annId })
    await demoted(before)

    await sweep(noon(monday))
    await demoted(between)

    expect(await told(before)).toEqual([])
    expect(await told(between)).toEqual([[monday, 30]])
    expect((await send(between, noon(monday))).letters).toEqual([])
  })

  test('turns it off by a link in the mail, which says why it came', async () => {
    const { annId, file, sweep, send } = await world()
    await file('Gas', '2026-03-20')
    await sweep(noon(monday))

    const { letters } = await send(annId, noon(monday))

    expect(letters[0]?.text).toContain('You are reminded since you own or administer this team')
    const link = `https://sites.example.com/settings/expiry-reminders/off/${annId}.reminders-off-${annId}`
    expect(letters[0]?.text).toContain(`Turn off reminders:\n${link}\n`)
    expect(letters[0]?.html).toContain(`href="${link}"`)
  })

  test('is told of nothing outside of their scope, or below what is in the trash', async () => {
    const { teamId, clientId, north, south, file, document, member, wants, sweep, told, onSite } = await world()
    await file('Gas', '2026-03-09', north)
    await file('Lift', '2026-03-09', south)
    await document('Insurance', '2026-03-09')
    const beside = await member({ clientId, siteIds: [south] })
    const blind = await member({ abilities: { files: { view: false } } })
    const other = await member()
    for (const userId of [beside, blind, other]) await wants(userId, [7])
    await onSite({ type: 'DeleteSite', siteId: north, teamId, trashId: newTrashId() } as never)

    await sweep(noon(monday))

    expect(await told(beside)).toEqual([[monday, 7, 7]])
    expect(await told(blind)).toEqual([[monday, 7]])
    expect(await told(other)).toEqual([[monday, 7, 7]])
  })
})

describe('what is required and missing', () => {
  test('is told once a week, by client, to those who want it, as far as they see it', async () => {
    const { annId, clientId, south, member, requires, wants, sweep, told, send } = await world()
    const beside = await member({ clientId, siteIds: [south] })
    const blind = await member({ abilities: { files: { view: false } } })
    const content = await member()
    for (const userId of [beside, blind]) await wants(userId, [], true, true)
    await wants(content, [], true)
    await requires('Fire')

    for (const day of [monday, '2026-03-03', '2026-03-09']) await sweep(noon(day))

    const said = async (userId: UserId) => (await send(userId, noon(monday))).letters[0]
    const whole = await said(annId)
    expect(whole?.subject).toBe('This week: 2 required files are missing')
    expect(whole?.text).toContain('Missing of Acme: Fire at Depot, Fire at Yard\n')
    expect(whole?.text).toMatch(/See what is missing:\nhttps:\/\/sites.example.com\/dashboard#\/compliance\n/)
    expect((await said(beside))?.text).toContain('Missing of Acme: Fire at Yard\n')
    for (const userId of [blind, content]) expect(await told(userId)).toEqual([])
  })

  test('comes with the digest of the week, and no second time in it', async () => {
    const { annId, file, requires, sweep, told, send } = await world()
    await file('Gas', '2026-02-01')
    await requires('Fire')

    for (const day of [monday, '2026-03-03', '2026-03-09']) await sweep(noon(day))

    expect((await told(annId)).map(([day]) => day)).toEqual([monday, '2026-03-09'])
    const { letters, notices } = await send(annId, noon('2026-03-09'))
    expect(letters[0]?.text).toMatch(/Gas: Expired .*\nMissing of Acme: /)
    expect(notices).toEqual(['In the team North, 1 file or document has expired, 2 required files are missing.'])
  })
})

describe('a reminder', () => {
  test('is mailed and notified, with what expires, when, and where', async () => {
    const { annId, file, document, wants, sweep, send } = await world()
    await file('Gas', '2026-03-09')
    await document('Insurance', '2026-02-01')
    await wants(annId, [7], true)
    await sweep(noon(monday))

    const { letters, notices, mail } = await send(annId, noon(monday))

    const said = '1 file or document has expired, 1 file or document expires soon'
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([['ann@example.com', `This week: ${said}`]])
    expect(letters[0]?.text).toMatch(
      /Insurance: Expired on 01\/02\/2026 · 29 days ago\nGas: Expires on 09\/03\/2026 · 7 days, Depot\n/,
    )
    expect(notices).toEqual([`In the team North, ${said}.`])
    expect(mail).toMatchObject([{ type: 'MailSent' }])
  })

  test('for someone who has left, or sees none of it any more, is dropped', async () => {
    const { annId, clientId, north, south, file, member, wants, sweep, send, inTeam } = await world()
    await file('Gas', '2026-03-09', north)
    const gone = await member()
    const moved = await member()
    for (const userId of [gone, moved]) await wants(userId, [7])
    await sweep(noon(monday))
    await inTeam({ type: 'RemoveMember', userId: gone, by: annId })
    await inTeam({ type: 'ChangeMember', userId: moved, membership: { clientId, siteIds: [south] }, by: annId })

    for (const userId of [gone, moved]) {
      const { letters, notices, mail } = await send(userId, noon(monday))
      expect([letters, notices]).toEqual([[], []])
      expect(mail).toMatchObject([{ type: 'MessageDropped', reason: 'nobody' }])
    }
  })
})
