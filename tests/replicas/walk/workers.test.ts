import { afterAll, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { daysAfter } from '#schemas/time/dates.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { startMailbox } from '../mailbox.ts'
import { eventsOf, streamsWith, thumbnailsOf } from '../outcomes.ts'
import { newSite, photo } from '../uploads.ts'

const mailbox = await startMailbox()
afterAll(() => mailbox.close())

const fleet = fleetOfTests({ workers: 2, env: { MAIL_URL: mailbox.url } })

const counts = { mails: 40, photos: 20, inTrash: 20 }

/** Clients that were put into the trash so long ago that they are to be purged. */
const deleteLongAgo = async ({ userId, teamId }: Member, clientIds: readonly Parameters<typeof clientStream>[0][]) => {
  const log = connectEventStore(fleet().env.EVENTSTORE_URL ?? '')
  const keys = openKeyStore(':memory:', Buffer.alloc(32))
  const ledger = openLedger(log, keys)
  const context = contextOf(teamId, userId, { at: daysAfter(new Date().toISOString(), -40) })
  for (const clientId of clientIds) {
    const data = { clientId, teamId, trashId: newTrashId() }
    await recordEvent({ ledger }, clientStream(clientId), { type: 'ClientDeleted', data }, context)
  }
  keys.close()
  await log.close()
}

test('two workers send each mail, draw each picture and purge each record once, and record no event twice', async () => {
  const ann = await newTeam(fleet())
  const siteId = await newSite(ann)
  const file = await photo()
  const clients = await inTurn(counts.inTrash, (at) => ann.ask(addClient, { body: { name: `Old ${at}` } }))

  await Promise.all([
    inTurn(counts.photos, () => ann.call(uploadFile, { body: { site_id: siteId } }, { file })),
    inTurn(counts.mails, (at) => {
      const body = { email: `guest-${at}@example.com`, role: 'editor' } as const
      return ann.call(sendInvitation, { params: { id: ann.teamId }, body })
    }),
    deleteLongAgo(
      ann,
      clients.map(({ id }) => id),
    ),
  ])

  await until(async () => expect(await thumbnailsOf(ann)).toEqual(Array(counts.photos).fill('ready')))
  await until(async () => {
    const events = await eventsOf(fleet())
    expect(streamsWith(events, 'ClientPurged')).toHaveLength(counts.inTrash)
    expect(streamsWith(events, 'MailSent')).toHaveLength(counts.mails)
  })
  for (const worker of fleet().workers) expect(worker.log()).toContain('Job done')
  const mails = mailbox.ids()
  expect(mails).toHaveLength(counts.mails)
  expect(new Set(mails).size).toBe(mails.length)
  const facts = (await eventsOf(fleet())).map(({ type, stream, data }) => JSON.stringify([type, stream, data]))
  expect(facts.filter((fact, at) => facts.indexOf(fact) !== at)).toEqual([])
})
