import { afterEach, expect, test } from 'vitest'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import { sha256Of } from '#tests/support/files.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import type { Fault } from '../fault-proxy.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { downloaded, newFile, newSite } from '../uploads.ts'

const fleet = fleetOfTests({ stores: 'bucket', faults: true })

/** Gives each call to the bucket the next of these, in turn; none where none is named. */
const disturb = (...faults: (Fault | undefined)[]): void => {
  let calls = 0
  fleet().faults?.disturb(() => faults[calls++ % faults.length])
}
afterEach(() => disturb())

/** Half of the calls fail; seven, so that what is done again meets another one. */
const trouble: readonly (Fault | undefined)[] = [
  { delay: 300 },
  { how: 'refuse' },
  { delay: 100, how: 'reset' },
  undefined,
  { how: 'cut' },
  { how: 'shorten' },
  { delay: 200 },
]

/** Uploads at once, and the bytes of one. */
const atOnce = 4
const size = 300_000

/** Somebody whose files are all taken at last, though each is sent again under its key until it is. */
const begin = async () => {
  const ann = await newTeam(fleet())
  const siteId = await newSite(ann)
  const uploaded = new Map<string, string>()
  const refusals: string[] = []
  const upload = async (): Promise<void> => {
    const file = newFile(size)
    const beside = { file, headers: { 'idempotency-key': newCommandId() } }
    const once = () =>
      ann.ask(uploadFile, { body: { site_id: siteId } }, beside).catch((error: Error) => {
        refusals.push(error.message)
        throw error
      })
    const { id } = await until(once)
    uploaded.set(id, await sha256Of(file))
  }
  return {
    ann,
    uploaded,
    refusals,
    upload: (many: number) => Promise.all(Array.from({ length: atOnce }, () => inTurn(many / atOnce, upload))),
    /** Whether each file is there once, with its bytes at both replicas. */
    expectAll: async () => {
      const listed = await ann.ask(listFiles, { query: { limit: 1000 } })
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(uploaded.keys()))
      for (const api of fleet().apis)
        for (const [id, sha256] of uploaded) expect(await downloaded(api, ann, id)).toEqual({ status: 200, sha256 })
    },
  }
}

test('a bucket that is slow, refuses, breaks off and answers too little loses no upload and passes no wrong bytes on', async () => {
  const { ann, uploaded, refusals, upload, expectAll } = await begin()
  disturb(...trouble)

  await upload(40)
  const seen: Record<string, number> = {}
  for (const [id, sha256] of [...uploaded, ...uploaded]) {
    const got = await downloaded(fleet(), ann, id).catch(() => undefined)
    const bytes = got?.status === 200 ? (got.sha256 === sha256 ? 'whole' : 'wrong') : got?.status
    const outcome = bytes ?? 'broken off'
    seen[outcome] = (seen[outcome] ?? 0) + 1
  }

  for (const each of refusals) expect(each).toMatch(/: 503 /)
  expect(Object.keys(seen).filter((outcome) => !['whole', 'broken off', '503'].includes(outcome))).toEqual([])
  expect([seen.whole, seen['broken off']]).not.toContain(undefined)
  disturb()
  await expectAll()
})

test('a replica that is killed amid uploads leaves none of them half there or there twice', async () => {
  const [first] = fleet().apis
  const { uploaded, refusals, upload, expectAll } = await begin()
  disturb({ delay: 200 })

  const uploading = upload(60)
  await until(() => expect(uploaded.size).toBeGreaterThan(10))
  await first.kill()
  await until(() => expect(refusals).not.toEqual([]))
  await first.start()
  await uploading

  disturb()
  await expectAll()
})
