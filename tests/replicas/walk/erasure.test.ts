import { expect, test } from 'vitest'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { userStream } from '#api/event-store/streams.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { newTeam, password, registration } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests({ stores: 'bucket' })

const keysBelow = (person: string) => fleet().s3?.namesIn('siteledger', `keys/${person}/`)

/** Reads the log itself, without any key. */
const reading = async <Result>(read: (log: ReturnType<typeof connectEventStore>) => Promise<Result>) => {
  const log = connectEventStore(fleet().env.EVENTSTORE_URL ?? '')
  try {
    return await read(log)
  } finally {
    await log.close()
  }
}

const typesIn = (stream: string) => reading(async (log) => (await log.read(stream)).map(({ type }) => type))

test('[D-90] who is erased at one replica while the other is dead has no key anywhere, and no name at the other', async () => {
  const [first, second] = fleet().apis
  const person = { name: 'Zwaantje Kanariepiet', email: 'zwaantje.kanarie@canary.test' }
  const ann = await newTeam(fleet(), person)
  expect(await fleet().at(second, ann).ask(currentUser)).toMatchObject({ name: person.name })
  expect(await keysBelow(ann.userId)).toHaveLength(1)
  expect(await tracesOf([person.name], { folders: [second.dataDir], logged: [] })).not.toEqual([])
  await second.kill()

  await fleet()
    .at(first, ann)
    .call(eraseAccount, { body: { current_password: password } })

  await until(async () => expect(await typesIn(userStream(ann.userId))).toContain('ErasureFinished'))
  expect(await keysBelow(ann.userId)).toEqual([`keys/${ann.userId}/destroyed`])
  await second.start()
  await until(async () => {
    const logged = [second.log()]
    expect(await tracesOf(Object.values(person), { folders: [second.dataDir], logged })).toEqual([])
  })
})

test('a registration is answered 503 while keys cannot be kept, and leaves nothing in the log', async () => {
  const newest = () => reading((log) => log.newest())
  const form = registration()
  const register = () => fleet().guest().request('POST', '/register', { json: form })
  await fleet().s3?.gateway.kill()
  const before = await newest()

  const refused = await register()

  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await newest()).toEqual(before)
  await fleet().s3?.gateway.start()
  expect((await register()).status).toBe(201)
})
