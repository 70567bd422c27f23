import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  dropUpload,
  forgetUploads,
  type KeptUpload,
  keepUpload,
  leftUploads,
  waitingUploadsAtom,
  whileKept,
} from '#web/lib/kept-uploads.ts'

const ann = { user: 'ann', team: 'north' }
const upload = (key: string, by: Partial<KeptUpload> = {}): KeptUpload => ({
  ...ann,
  key,
  call: 'uploadFile',
  body: { name: 'Survey' },
  file: new File([`bytes of ${key}`], `${key}.pdf`, { type: 'application/pdf' }),
  ...by,
})
const reloadPage = () => getDefaultStore().set(waitingUploadsAtom, new Set<string>())
const keysOf = async (person = ann) => (await leftUploads(person)).map(({ key }) => key)

beforeEach(async () => {
  await forgetUploads()
  reloadPage()
})
test('an upload that a reload broke off is found with its bytes, its body and its key', async () => {
  await keepUpload(upload('a'))
  expect(await keysOf()).toEqual([])
  reloadPage()

  const [left] = await leftUploads(ann)
  expect(left).toMatchObject({ key: 'a', call: 'uploadFile', body: { name: 'Survey' } })
  expect([left?.file.name, left?.file.type, await left?.file.text()]).toEqual([
    'a.pdf',
    'application/pdf',
    'bytes of a',
  ])
  // It is under way in this page now.
  expect(await keysOf()).toEqual([])
})

test('what has arrived, failed or was given up is not sent again', async () => {
  await whileKept(upload('a'), async () => 'arrived')
  await whileKept(upload('b'), () => Promise.reject(new Error('refused'))).catch(() => undefined)
  await keepUpload(upload('c'))
  await dropUpload('c')
  reloadPage()

  expect(await keysOf()).toEqual([])
  expect(getDefaultStore().get(waitingUploadsAtom).size).toBe(0)
})

test('uploads are for their person in their team alone: another team waits, another person forgets them', async () => {
  await keepUpload(upload('a'))
  await keepUpload(upload('b', { team: 'south' }))
  reloadPage()

  expect(await keysOf()).toEqual(['a'])
  reloadPage()
  expect(await keysOf({ user: 'eve', team: 'north' })).toEqual([])
  reloadPage()
  expect(await keysOf()).toEqual([])
  expect(await keysOf({ user: 'ann', team: 'south' })).toEqual([])
})

test('who signs out leaves none behind', async () => {
  await keepUpload(upload('a'))
  await forgetUploads()
  reloadPage()

  expect(await keysOf()).toEqual([])
})

test('bytes beyond the room that there is are sent without being kept', async () => {
  await keepUpload(upload('a'), 25)
  await keepUpload(upload('b'), 15)
  reloadPage()

  expect(await keysOf()).toEqual(['a'])
})

test('a browser that keeps nothing sends as ever', async () => {
  vi.stubGlobal('indexedDB', undefined)

  expect(await whileKept(upload('a'), async () => 'arrived')).toBe('arrived')
  expect(await keysOf()).toEqual([])
})
