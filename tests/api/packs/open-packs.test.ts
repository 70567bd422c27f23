import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { openPacks } from '#api/packs/open-packs.ts'
import { openReadModels } from '#api/read-side/read-models.ts'
import type { PackId } from '#schemas/ids.ts'
import { orderPack, showPack } from '#schemas/resources/packs.ts'
import { today } from '#schemas/time/dates.ts'
import { startAppOver } from '#tests/support/app.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { holdForPacks, northAndTower, packTools, signLog } from '#tests/support/pack-world.ts'
import { prepared } from '#tests/support/prepared.ts'

/** The app itself makes no packs. */
const app = prepared(() =>
  startAppOver(async (env, logger) => {
    const ports = await memoryPorts(env, logger)
    const packs = { ...ports.stores.locks.packs, acquire: async () => undefined }
    return {
      ...ports,
      stores: { ...ports.stores, locks: { ...ports.stores.locks, packs } },
      locks: ports.stores.locks.packs,
    }
  }),
)
const world = prepared(() => northAndTower(app))
const webFolder = prepared(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'web-'))
  for (const name of ['verify.html', 'verify.mjs']) await writeFile(join(folder, name), name)
  return { folder }
})

/** Makes packs as a process of its own does. */
const maker = (find: ContentStore['find']) => {
  const { past } = packTools(app)
  const { folder, readers } = app.ports.readModels
  return openPacks({
    ...app.ports,
    content: { ...app.ports.content, find },
    pictureOf: async () => undefined,
    past: { ...past, moment: async () => ({ position: '0', at: new Date() }) },
    readModels: openReadModels(folder, readers, (at = new Date()) => today(at, 'Europe/London')).readModels,
    history: { hold: (position) => holdForPacks(app, position) },
    webFolder: webFolder.folder,
    timeZone: 'Europe/London',
    logger: pino({ level: 'silent' }),
  })
}

const stateOf = async (id: PackId) => (await world.ann.ask(showPack, { params: { id } })).state

test('a pack that is being made is left where its process ends, and made by the next one', async () => {
  const { id } = await world.ann.ask(orderPack, { body: { within: `site/${world.north}`, reason: 'Audit' } })
  const state = () => stateOf(id)
  await signLog(app)
  let read = 0
  let left: Promise<void> | undefined
  const first = maker(async (holder, hash) => {
    read += 1
    left ??= first.close()
    return app.ports.content.find(holder, hash)
  })
  first.begin()
  await vi.waitFor(() => expect(left).toBeDefined(), { timeout: 30_000 })
  await left

  // Of three.
  expect(read).toBe(1)
  expect(await state()).toBe('waiting')

  const second = maker(app.ports.content.find)
  second.begin()
  await vi.waitFor(async () => expect(await state()).toBe('ready'), { timeout: 30_000 })
  await second.close()
})

test('a pack that takes an hour is tried again where it fails, and given up once it has failed for an hour', async () => {
  const { id } = await world.ann.ask(orderPack, { body: { within: `site/${world.north}`, reason: 'Audit' } })
  await signLog(app)
  let failures = 0
  const failing = maker(async () => {
    failures += 1
    throw new Error('The content store is away')
  })
  const anHour = 61 * 60 * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + anHour })
  onTestFinished(() => void vi.useRealTimers())
  failing.begin()
  await vi.waitFor(() => expect(failures).toBe(2), { timeout: 30_000 })
  expect(await stateOf(id)).toBe('waiting')

  vi.setSystemTime(Date.now() + anHour)
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('failed'), { timeout: 30_000 })
  await failing.close()
})
