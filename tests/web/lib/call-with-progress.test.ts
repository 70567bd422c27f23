import { afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'

const change = {
  method: 'POST',
  path: '/api/files/bulk',
  access: 'signed-in',
  summary: '',
  response: 'empty',
  status: 204,
} satisfies Endpoint

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server that sends these lines one by one, each when it is asked to, and then nothing more. */
const answering = (status = 200) => {
  let tell: (text: string) => void = () => undefined
  let end: () => void = () => undefined
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        tell = (text) => controller.enqueue(new TextEncoder().encode(text))
        end = () => controller.close()
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { status })
  })
  return { tell: (text: string) => tell(text), end: () => end() }
}
const begin = async (status?: number) => {
  const server = answering(status)
  const told: unknown[] = []
  const outcome = callWithProgress(change, { body: {} } as never, (progress) => told.push(progress))
  outcome.catch(() => {})
  await vi.waitFor(() => server.tell(''))
  return { ...server, told, outcome }
}

test('tells each step, also of lines that arrive in pieces, and answers the outcome', async () => {
  const { tell, told, outcome } = await begin()

  tell('{"progress":{"done":1,"total":2}}\n{"prog')
  tell('ress":{"done":2,"total":2}}\n{"outcome":{"undo":"b1"},"position":"7"}\n')

  expect(await outcome).toEqual({ undo: 'b1' })
  expect(told).toEqual([
    { done: 1, total: 2 },
    { done: 2, total: 2 },
  ])
})

test('goes on for longer than half a minute while it is told anything, and gives up after that in silence', async () => {
  vi.useFakeTimers()
  const { tell, told, outcome } = await begin()

  for (let minute = 1; minute <= 3; minute += 1) {
    await vi.advanceTimersByTimeAsync(29_000)
    tell(`{"progress":{"done":${minute},"total":9}}\n`)
    await vi.waitFor(() => expect(told).toHaveLength(minute))
  }
  await vi.advanceTimersByTimeAsync(30_001)

  await expect(outcome).rejects.toThrow('The connection broke.')
})

test('says that the connection broke where the answer ends without an outcome', async () => {
  const { tell, end, outcome } = await begin()

  tell('{"progress":{"done":1,"total":2}}\n')
  end()

  await expect(outcome).rejects.toMatchObject({ status: 0, message: expect.stringContaining('The connection broke.') })
})

test('passes on what the server refuses, and what fails in the middle', async () => {
  const refused = await begin(409)
  refused.tell('{"message":"Another number"}')
  refused.end()
  await expect(refused.outcome).rejects.toMatchObject({ status: 409, message: 'Another number' })

  const failed = await begin()
  failed.tell('{"error":{"message":"Server Error"}}\n')
  await expect(failed.outcome).rejects.toMatchObject({ status: 500, message: 'Server Error' })
})
