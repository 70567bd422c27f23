import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImportSummary } from '#schemas/resources/imports.ts'
import { ImportStopped, sendImport } from '#web/features/imports/send-import.ts'

const server = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('document', { querySelector: () => ({ content: '' }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.mockReset()
})

const verdict = (row: number) => ({ row, external_id: null, verdict: 'created', id: null })
const summary = { run: null, rows: 2, created: 2, position: null } as ImportSummary

/** The server answers these parts of a text; with an `end` its line breaks after them. */
const given = (parts: readonly string[], end?: Error) => {
  const left = parts.map((part) => new TextEncoder().encode(part))
  const body = new ReadableStream({
    pull: (controller) => {
      const part = left.shift()
      if (part) controller.enqueue(part)
      else if (end) controller.error(end)
      else controller.close()
    },
  })
  const headers = { 'x-import-run': 'the-run', 'x-import-rows': '2' }
  server.mockImplementationOnce(async () => new Response(body, { status: 200, headers }))
}

const send = async ({ name = 'sites.csv', dryRun = false, open = new AbortController(), columns = {} } = {}) => {
  const told: unknown[] = []
  const listener = {
    begun: (run: string | null, rows: number) => told.push([run, rows]),
    verdict: ({ row }: { row: number }) => told.push(row),
    missing: (client: object) => told.push(client),
  }
  const file = new File(['name\nQuay House\n'], name)
  const sending = { file, kind: 'sites', createClients: true, columns, dryRun } as const
  const done = await sendImport(sending, listener, open.signal).catch(({ message }: Error) => message)
  return { told, done, asked: server.mock.lastCall }
}

describe('a file that is imported', () => {
  test('and stopped, by whomever, ends in words of its own', async () => {
    given([`${JSON.stringify({ error: { message: 'The import was stopped.', stopped: true } })}\n`])
    const sending = { file: new File(['name\n'], 'a.csv'), kind: 'sites', createClients: false, columns: {} } as const
    const deaf = { begun: () => {}, verdict: () => {}, missing: () => {} }

    const problem = await sendImport({ ...sending, dryRun: false }, deaf, new AbortController().signal).catch(
      (why) => why,
    )

    expect(problem).toBeInstanceOf(ImportStopped)
    expect(problem.message).toBe('The import was stopped. Send the file again to go on: no row is imported twice.')
  })

  test('is sent as it is, and its progress is reported however the lines are split', async () => {
    const text = [verdict(2), { listed: 1 }, verdict(3), { listed: 2 }, { summary }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')
    given([text.slice(0, 5), text.slice(5, 90), text.slice(90)])

    const { told, done, asked } = await send()

    expect(told).toEqual([['the-run', 2], 2, 3])
    expect(done).toEqual(summary)
    expect(asked?.[0]).toBe('/api/import/sites?dry_run=false&create_clients=true&file_name=sites.csv')
    expect(asked?.[1]?.body).toBeInstanceOf(File)
    expect(new Headers(asked?.[1]?.headers).get('content-type')).toBe('text/csv')
  })

  test('is sent with the columns that were chosen', async () => {
    given([`${JSON.stringify({ summary })}\n`])

    const { asked } = await send({ columns: { name: 'Firma' } })

    expect(new URL(String(asked?.[0]), 'http://app.test').searchParams.get('columns')).toBe('{"name":"Firma"}')
  })

  test('is checked, and its missing clients are told one by one, and nothing of lines that it does not know', async () => {
    const client = { name: 'Dockside', rows: 1 }
    given(
      [verdict(2), { missing_client: client }, { of_tomorrow: 1 }, { summary }].map(
        (line) => `${JSON.stringify(line)}\n`,
      ),
    )

    expect((await send({ dryRun: true })).told.slice(1)).toEqual([2, client])
  })

  test('is lines of JSON where its ending says so', async () => {
    given([`${JSON.stringify({ summary })}\n`])

    const { asked } = await send({ name: 'Sites.NDJSON' })

    expect(new Headers(asked?.[1]?.headers).get('content-type')).toBe('application/x-ndjson')
  })

  test.each([
    [
      'the server breaks off',
      [`${JSON.stringify({ error: { message: 'The lock was lost.' } })}\n`],
      'The lock was lost.',
    ],
    ['the answer has no end', [`${JSON.stringify(verdict(2))}\n`], 'The connection broke.'],
  ])('can be sent again where %s', async (_, parts, why) => {
    given(parts)
    expect((await send()).done).toBe(`${why} Send the file again to go on: no row is imported twice.`)
    given(parts)
    expect((await send({ dryRun: true })).done).toBe(`${why} Nothing was written.`)
  })

  test('can be sent again where the line breaks, and is left alone where it was called off', async () => {
    given([`${JSON.stringify(verdict(2))}\n`], new TypeError('network error'))
    expect((await send()).done).toContain('The connection broke.')

    const open = new AbortController()
    open.abort()
    given([], new DOMException('called off', 'AbortError'))
    expect((await send({ open })).done).toBe('called off')
  })

  test('that is refused says why', async () => {
    server.mockImplementationOnce(async () =>
      Response.json({ message: 'Another import of the team is running.' }, { status: 409 }),
    )
    expect((await send()).done).toBe('Another import of the team is running.')
  })
})
