import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendLeftUploads } from '#web/features/uploads/waiting-uploads.tsx'
import { forgetUploads, keepUpload, waitingUploadsAtom } from '#web/lib/kept-uploads.ts'

type Answer = { status: number; message: string; errors?: Record<string, string[]> }

/** Uploads that arrived, and what the next one is answered, unless it is accepted. */
const sent: { path: string; headers: Headers; form: FormData }[] = []
const answers: Answer[] = []

/** A request that is answered at once. */
class Request {
  readonly upload = {}
  readonly headers = new Headers()
  status = 201
  responseText = '{}'
  path = ''
  onload = () => undefined
  open(_method: string, path: string) {
    this.path = path
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getAllResponseHeaders() {
    return ''
  }
  send(form: FormData) {
    sent.push({ path: this.path, headers: this.headers, form })
    const answer = answers.shift()
    if (answer) {
      this.status = answer.status
      this.responseText = JSON.stringify(answer)
    }
    queueMicrotask(this.onload)
  }
}

const ann = { user: 'ann', team: 'north' }
const reloadPage = () => getDefaultStore().set(waitingUploadsAtom, new Set<string>())

beforeEach(async () => {
  vi.stubGlobal('XMLHttpRequest', Request)
  sent.length = 0
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

  const arrived = sent.map(({ path, headers, form }) => {
    const file = [...form.values()].find((value) => value instanceof File)
    return [path, form.get('name'), file?.name, headers.get('idempotency-key')]
  })
  expect(arrived).toEqual([
    ['/api/file', 'a', 'a.pdf', 'a'],
    ['/api/file', 'b', 'b.pdf', 'b'],
  ])
})

test('a refused one is told and forgotten, and the next one is sent', async () => {
  const message = 'The selected site is invalid.'
  answers.push({ status: 422, message: 'Invalid.', errors: { site_id: [message] } })

  expect(await sendAll()).toEqual({ arrived: ['b'], refused: [{ name: 'a.pdf', message }] })
  expect(await sendAll()).toEqual({ arrived: [], refused: [] })
})

test.each([401, 503])('what meets a %s stays for a later page', async (status) => {
  answers.push({ status, message: 'Not now.' })

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
  answers.push({ status: 412, message })

  expect(await sendAll()).toEqual({ arrived: [], refused: [{ name: 'c.pdf', message }] })

  expect(sent.map(({ path, headers }) => [path, headers.get('if-match'), headers.get('idempotency-key')])).toEqual([
    ['/api/file/f1/versions', '"3"', 'c'],
  ])
  expect(await sendAll()).toEqual({ arrived: [], refused: [] })
})
