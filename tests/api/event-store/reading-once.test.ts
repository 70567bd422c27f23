import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newClientId, newTeamId } from '#tests/support/new-ids.ts'

let store: TestLedger
beforeAll(() => {
  store = openMemoryLedger()
})
afterAll(() => store.close())

test('what was read before a conflict is read afresh, and so is what was written', async () => {
  const client = { clientId: newClientId(), teamId: newTeamId(), ...detailsOf.client({ name: 'Acme' }) }
  const stream = clientStream(client.clientId)
  const context = () => contextOf(client.teamId, null)
  const rename = (name: string) => ({ ...client, type: 'ChangeClient', name }) as const
  await handle(store.ledger, clientDecider, stream, { ...client, type: 'AddClient' }, context())
  const once = readingOnce(store.ledger)
  expect(await load(once, clientDecider, stream)).toMatchObject({ name: 'Acme' })
  await handle(store.ledger, clientDecider, stream, rename('By others'), context())
  expect(await load(once, clientDecider, stream)).toMatchObject({ name: 'Acme' })

  const { revision } = await handle(once, clientDecider, stream, rename('Mine'), context())

  expect(revision).toBe(2n)
  expect(await load(once, clientDecider, stream)).toMatchObject({ name: 'Mine' })
})
