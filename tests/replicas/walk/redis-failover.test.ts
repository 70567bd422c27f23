import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { sentinelOptions } from '#api/adapters/redis-address.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { signIn, signOut } from '#schemas/resources/sessions.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Beside } from '#tests/support/caller.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { eventsOf, mailsOf, streamsWith, thumbnailsOf } from '../outcomes.ts'
import type { Part } from '../part.ts'
import { photo } from '../uploads.ts'

const fleet = fleetOfTests({ workers: 2, sentinels: true })

/** Asks a Redis or a Sentinel of this machine. */
const ask = async <Answer>(
  port: number,
  password: string,
  call: (client: Redis) => Promise<Answer>,
): Promise<Answer> => {
  const client = new Redis({ host: '127.0.0.1', port, password, commandTimeout: 1000, retryStrategy: () => null })
  client.on('error', () => {})
  return call(client).finally(() => client.disconnect())
}

/** The Redis that leads, by the word of all Sentinels; `isFollowed` is whether another one holds what it was told. */
const leader = async (): Promise<{ part: Part; isFollowed: boolean }> => {
  const { sentinels = [], name = '', password = '', sentinelPassword = '' } = sentinelOptions(fleet().redis.url) ?? {}
  const words = sentinels.map(({ port = 0 }) =>
    ask(port, sentinelPassword, (sentinel) => sentinel.call('SENTINEL', 'get-master-addr-by-name', name)),
  )
  const ports = new Set((await Promise.all(words)).map((word) => Number((word as string[])[1])))
  expect(ports.size).toBe(1)
  const [port = 0] = ports
  const [info, followers] = await ask(port, password, async (redis) => {
    await redis.set('told', 'now')
    return [await redis.info('server'), await redis.wait(1, 500)]
  })
  const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1])
  const part = fleet().redis.servers.find((server) => server.pid() === pid)
  if (!part) throw new Error('The Redis that leads is none of the fleet')
  return { part, isFollowed: followers === 1 }
}

/** Makes a write under one key until it is served; what refuses it meanwhile asks for it again within seconds. */
const untilServed = <Done>(refused: string[], write: (key: string, beside: Beside) => Promise<Done>): Promise<Done> => {
  const key = newCommandId()
  const once = () =>
    write(key, { headers: { 'idempotency-key': key } }).catch((error: Error) => {
      refused.push(error.message)
      throw error
    })
  return until(once, { interval: 500 })
}

/** What people and workers do while the Redis that leads ends in this way; what ended it is undone at the end. */
const workThrough = async (ann: Member, end: (leader: Part) => unknown) => {
  const refused: string[] = []
  const client = await ann.ask(addClient, { body: { name: 'Harbour' } })
  const site = await ann.ask(addSite, { body: { name: 'Quay', client_id: client.id } })
  const file = await photo()
  const { part: led } = await leader()

  let over = false
  const done = { sites: 1, photos: 0, mails: 0 }
  const again = async (
    what: keyof typeof done,
    most: number,
    write: (key: string, beside: Beside) => Promise<unknown>,
  ) => {
    while (!over && done[what] < most) {
      await untilServed(refused, write)
      done[what] += 1
    }
  }
  const addOne = (name: string, beside: Beside) => ann.call(addSite, { body: { name, client_id: client.id } }, beside)
  const upload = (_: string, beside: Beside) =>
    ann.call(uploadFile, { body: { site_id: site.id } }, { ...beside, file })
  const invite = (name: string, beside: Beside) => {
    const body = { email: `${name}@example.com`, role: 'editor' } as const
    return ann.call(sendInvitation, { params: { id: ann.teamId }, body }, beside)
  }
  const work = Promise.all([
    again('sites', 10_000, addOne),
    again('photos', 10_000, upload),
    again('mails', 40, invite),
  ])
  await until(() => expect(done.photos).toBeGreaterThan(3))

  await until(async () => expect(await leader()).toEqual({ part: led, isFollowed: true }))
  await end(led)
  const signedIn = untilServed(refused, () =>
    fleet()
      .guest()
      .call(signIn, { body: { email: ann.email, password } }),
  )
  await until(async () => expect((await leader()).part).not.toBe(led))
  await signedIn
  const { photos } = done
  await until(() => expect(done.photos).toBeGreaterThan(photos + 3))
  over = true
  await work
  for (const each of refused) expect(each).toMatch(/: 503 /)
  return { led, done }
}

/** What was done is there once, and people are still signed in. */
const nothingLost = async (ann: Member, done: { sites: number; photos: number }) => {
  await until(async () => expect(await thumbnailsOf(ann)).toEqual(Array(done.photos).fill('ready')))
  const counted = (await ann.call(listSites)).headers.get('x-total-count')
  expect(Number(counted)).toBe(done.sites)
  const written = await eventsOf(fleet())
  const drawn = streamsWith(written, 'ThumbnailMade')
  expect(new Set(drawn).size).toBe(drawn.length)
  await until(async () => {
    const names = await mailsOf(fleet())
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBe(streamsWith(written, 'MailSent').length)
  })
}

test.each(['killed', 'frozen'])('nothing is lost or done twice where the Redis that leads is %s', async (how) => {
  const ann = await newTeam(fleet())

  const { led, done } = await workThrough(ann, (leading) => (how === 'killed' ? leading.kill() : leading.freeze()))
  await (how === 'killed' ? led.start() : led.thaw())

  await nothingLost(ann, done)
  expect(await ann.ask(currentUser)).toMatchObject({ email: ann.email })
})

test('a session that ends at one replica ends at the other, also after another Redis leads', async () => {
  const [first, second] = fleet().apis
  const ann = await newTeam(fleet())
  const stream = await listen(second, ann)
  await stream.started()

  await fleet().at(first, ann).call(signOut)

  await expect(stream.next()).rejects.toThrow('The stream ended')
})
