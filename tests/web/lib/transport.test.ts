import { afterEach, expect, test, vi } from 'vitest'
import { sendForm } from '#web/lib/transport.ts'

afterEach(() => void vi.unstubAllGlobals())

test('an upload that is called off before it is sent is not sent', async () => {
  const opened = vi.fn()
  vi.stubGlobal('XMLHttpRequest', opened)
  const upload = { url: '/api/file', headers: new Headers(), form: new FormData(), onProgress: () => undefined }

  await expect(sendForm({ ...upload, signal: AbortSignal.abort() })).rejects.toThrow('The upload was stopped.')

  expect(opened).not.toHaveBeenCalled()
})
