import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendLeftUploads } from '#web/features/uploads/waiting-uploads.tsx'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { forgetUploads, keepUpload, waitingUploadsAtom } from '#web/lib/kept-uploads.ts'

vi.mock(import('#web/lib/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const ann = { user: 'ann', team: 'north' }
const reloadPage = () => getDefaultStore().set(waitingUploadsAtom, new Set<string>())

beforeEach(async () => {
  vi.mocked(callApi).mockReset()
  await forgetUploads()
  for (const key of ['a', 'b']) {
    const file = new File([key], `${key}.pdf`, { type: 'application/pdf' })
    await keepUpload({ ...ann, key, call: 'uploadFile', body: { name: key }, file })
  }
  reloadPage()
})

const sendAll = async () => {
  const { arrived, refused } = await sendLeftUploads(ann, new AbortController().signal, () => undefined)
  reloadPage()
  return { arrived: arrived.map(({ key }) => key), refused }
}

test('each is sent with its body, its file and its key, once', async () => {
  expect(await sendAll()).toEqual({ arrived: ['a', 'b'], refused: [] })
  expect(await sendAll()).toEqual({ arrived: [], refused: [] })

  const sent = vi
    .mocked(callApi)
    .mock.calls.map(([{ path }, call, extras]) => [path, call?.body, extras?.file?.name, extras?.idempotencyKey])
  expect(sent).toEqual([
    ['/api/file', { name: 'a' }, 'a.pdf', 'a'],
    ['/api/file', { name: 'b' }, 'b.pdf', 'b'],
  ])
})

test('a refused one is told and forgotten, and the next one is sent', async () => {
  const message = 'The selected site is invalid.'
  vi.mocked(callApi).mockRejectedValueOnce(new ApiProblem(422, 'Invalid.', { site_id: [message] }))

  expect(await sendAll()).toEqual({ arrived: ['b'], refused: [{ name: 'a.pdf', message }] })
  expect(await sendAll()).toEqual({ arrived: [], refused: [] })
})

test.each([401, 503])('what meets a %s stays for a later page', async (status) => {
  vi.mocked(callApi).mockRejectedValueOnce(new ApiProblem(status, 'Not now.'))

  expect(await sendAll()).toEqual({ arrived: [], refused: [] })
  expect(await sendAll()).toEqual({ arrived: ['a', 'b'], refused: [] })
})

test('a version goes to its file, for the revision that its sender saw; a file that has changed since is told', async () => {
  await forgetUploads()
  const file = new File(['c'], 'c.pdf', { type: 'application/pdf' })
  const version = { id: 'f1', ifMatch: '3' }
  await keepUpload({ ...ann, key: 'c', call: 'addFileVersion', body: {}, file, version })
  reloadPage()
  const message = 'Someone else has changed this.'
  vi.mocked(callApi).mockRejectedValueOnce(new ApiProblem(412, message))

  expect(await sendAll()).toEqual({ arrived: [], refused: [{ name: 'c.pdf', message }] })

  const [[endpoint, call, extras] = []] = vi.mocked(callApi).mock.calls
  expect([endpoint?.path, call?.params, extras?.ifMatch, extras?.idempotencyKey]).toEqual([
    '/api/file/{id}/versions',
    { id: 'f1' },
    '3',
    'c',
  ])
  expect(await sendAll()).toEqual({ arrived: [], refused: [] })
})
