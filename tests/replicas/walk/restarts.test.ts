import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { followChanges } from '../changes.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { newFile, newSite, openUpload } from '../uploads.ts'

const fleet = fleetOfTests({ env: { DRAIN_SECONDS: '10' } })

/** Milliseconds between two requests of all together, and between two uploads of one person. */
const pauses = { requests: 100, uploads: 4_000 }

/** An upload goes on for eight seconds. */
const portions = { many: 16, pause: 500 }

/** Whether what began goes on, so that each act is asked for at its time, whether the one before is answered or not. */
const every = async (pause: number, goesOn: () => boolean, act: (at: number) => Promise<void>): Promise<void> => {
  const acts: Promise<void>[] = []
  for (let at = 0; goesOn(); at += 1) {
    acts.push(act(at))
    await wait(pause)
  }
  await Promise.all(acts)
}

/** Somebody at work through the balancer, whose screen follows the changes. */
const personAtWork = async () => {
  const ann = await newTeam(fleet())
  const siteId = await newSite(ann)
  const { headers } = await ann.call(addClient, { body: { name: 'Before' } })
  const screen = followChanges(fleet(), ann, headers.get('x-position') ?? '', ['ClientAdded', 'FileUploaded'])
  const statuses: Record<string, number> = {}
  const written: string[] = []
  /** Notes how a request is answered, or that it is not, and the id of what it has written. */
  const note = async (what: string, asked: Promise<{ status: number; id?: string }>): Promise<void> => {
    const { status, id } = await asked.catch(() => ({ status: 0, id: undefined }))
    const outcome = `${what} ${status}`
    statuses[outcome] = (statuses[outcome] ?? 0) + 1
    if (status === 201 && id !== undefined) written.push(id)
  }
  const read = () => ann.request('GET', pathOf(listClients, { query: { limit: 10 } }))
  const write = async (name: string) => {
    const { status, body } = await ann.request('POST', pathOf(addClient), { json: { name } })
    return { status, id: (body as { id: string }).id }
  }
  return {
    ann,
    screen,
    statuses,
    written,
    request: (at: number) => (at % 2 === 0 ? note('read', read()) : note('write', write(`Client ${at}`))),
    upload: async () => {
      const upload = await openUpload(fleet(), fleet(), ann, { siteId, file: newFile(400_000) })
      for (let sent = 1; sent < portions.many; sent += 1) {
        await upload.send(1 / portions.many)
        await wait(portions.pause)
      }
      await note('upload', upload.finish())
    },
  }
}

test('replicas that are started anew one after the other under load fail no request and miss no change', async () => {
  const people = [await personAtWork(), await personAtWork(), await personAtWork()]
  const before = fleet().apis.map(({ pid }) => pid())
  let isOver = false
  const goesOn = () => !isOver
  const working = Promise.all([
    every(pauses.requests, goesOn, async (at) => people[at % people.length]?.request(Math.floor(at / people.length))),
    ...people.map(({ upload }) => every(pauses.uploads, goesOn, upload)),
  ])

  for (const api of fleet().apis) {
    await api.stop()
    await api.start()
  }
  isOver = true
  await working

  expect(fleet().apis.map(({ pid }, index) => pid() !== before[index])).toEqual([true, true])
  for (const { ann, screen, statuses, written } of people) {
    expect(Object.keys(statuses).sort()).toEqual(['read 200', 'upload 201', 'write 201'])
    const added = new Set(written)
    await until(() => expect(new Set(screen.seen())).toEqual(added))
    expect(screen.seen()).toHaveLength(added.size)
    expect(new Set(screen.statuses())).toEqual(new Set([200]))
    for (const api of fleet().apis) {
      const { headers } = await fleet().at(api, ann).call(listClients)
      expect(Number(headers.get('x-total-count'))).toBe(2 + (statuses['write 201'] ?? 0))
    }
    await screen.leave()
  }
})
