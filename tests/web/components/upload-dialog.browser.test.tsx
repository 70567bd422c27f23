import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import { ApiProblem } from '#web/lib/api-problem.ts'
import type { Send } from '#web/lib/use-uploads.ts'

const api = fakeApi()
const message = 'A team on a trial can upload 2 GB a day. Please try again tomorrow.'

beforeEach(() => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
})

/** The dialog with one file, which is refused at first until so many seconds have passed. */
const given = async (retryAfter: number) => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new ApiProblem(429, message, {}, false, retryAfter))
  const onDone = vi.fn()
  const file = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' })
  const kept = () => ({ call: 'uploadFiles', key: 'k1', body: {} }) as const
  const screen = await renderApp(
    <UploadDialog
      noun="file"
      accepted={[file]}
      refused={[]}
      send={send}
      kept={kept}
      opened
      onClose={() => undefined}
      onDone={onDone}
    />,
  )
  await screen.getByRole('button', { name: 'Upload 1 Document' }).click()
  await expect.element(screen.getByText(/^A team on a trial can upload 2 GB a day\. We’ll/)).toBeVisible()
  return { screen, send, onDone }
}

test('[D-116] an upload beyond a ceiling says when it continues, and does so by itself', async () => {
  const { send, onDone } = await given(2)

  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(1), { timeout: 30_000 })
  expect(send).toHaveBeenCalledTimes(2)
})

test('one that waits counts the last seconds, and can be called off', async () => {
  const { screen, send } = await given(45)

  await expect.element(screen.getByText(/^We’ll continue in \d+ seconds\.$/).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Stop' }).click()

  await expect.element(screen.getByRole('button', { name: 'Upload 1 Document' })).toBeEnabled()
  await expect.element(screen.getByText(/We’ll continue/).first()).not.toBeInTheDocument()
  expect(send).toHaveBeenCalledTimes(1)
})
