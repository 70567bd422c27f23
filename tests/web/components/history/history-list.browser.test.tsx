import { expect, test } from 'vitest'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { HistoryList } from '#web/components/history/history-list.tsx'

const api = fakeApi()

/** An entry that changed the names of so many records, some of them of one name. */
const entryOf = (many: number) => {
  const changes = Array.from({ length: many }, (_, n) => ({
    field: 'name',
    record: `Site ${n % 5}`,
    from: null,
    to: `To ${n}`,
  }))
  const via = { kind: 'session', id: null }
  return {
    position: '1',
    at: '2026-03-01T10:00:00Z',
    summary: 'Changed sites',
    actor: null,
    via,
    changes,
  } as unknown as HistoryEntry
}

test('an entry of many changes shows the first, and the rest on demand', async () => {
  const screen = await renderApp(<HistoryList entries={[entryOf(15)]} />)

  await expect.element(screen.getByText('To 11')).toBeVisible()
  await expect.element(screen.getByText('To 12')).not.toBeVisible()
  await screen.getByText('3 more changes').click()
  await expect.element(screen.getByText('To 14')).toBeVisible()
})

test('what many records have in common is told once, and one by one on demand', async () => {
  const moved = (record: string, to: string) => ({ field: 'site_id', record, from: 'Quay House', to })
  const changes = [...Array.from({ length: 36 }, (_, n) => moved(`File ${n}`, 'Tower Yard')), moved('Plan', 'Dry Dock')]
  const entry = { ...entryOf(1), resource: 'files', changes } as HistoryEntry
  const screen = await renderApp(<HistoryList entries={[entry]} />)

  const terms = () =>
    screen
      .getByRole('term')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(screen.getByText('36 files, site')).toBeVisible()
  expect(terms()).toEqual(['36 files, site', 'Plan, site'])
  await screen.getByText('All 37 changes').click()
  expect(terms()).toHaveLength(39)
})

test('an entry of a few shows all of them', async () => {
  const screen = await renderApp(<HistoryList entries={[entryOf(12)]} />)

  await expect.element(screen.getByText('To 11')).toBeVisible()
  await expect.element(screen.getByText(/more change/)).not.toBeInTheDocument()
})

test('an entry tells its time with the zone, and its position, by which it can be cited', async () => {
  const entry = { ...entryOf(1), at: '2026-07-01T10:00:00Z', position: '184213' } as HistoryEntry
  const screen = await renderApp(<HistoryList entries={[entry]} />)

  await expect.element(screen.getByText(/July 1st, 2026 \d+:00:00 [AP]M \S+/)).toBeVisible()
  await expect.element(screen.getByText(/ · position 184213$/)).toBeVisible()
})

test('an entry tells its number in the log, and one that is signed has its proof', async () => {
  api.on('GET /api/log', () => ({ body: { size: 1_205, signed_at: '2026-03-01T10:01:00Z' } }))
  const entries = [1_204, 1_205, null].map((index, at) => ({ ...entryOf(1), position: String(at), index }))
  const screen = await renderApp(<HistoryList entries={entries} />)

  await expect.element(screen.getByText(/^Recorded as no. 1,204, signed 01.03.2026 10:01 GMT/)).toBeVisible()
  await expect.element(screen.getByText('Recorded as no. 1,205')).toBeVisible()
  const proofs = screen.getByRole('link', { name: 'Download proof' })
  expect(proofs.elements().map((each) => each.getAttribute('href'))).toEqual(['/api/log/proof?position=0'])
  expect(screen.getByText(/^Recorded/).elements()).toHaveLength(2)
})
