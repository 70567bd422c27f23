import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { watchSaved } from '#tests/web/support/saved-file.ts'
import { RefusedRows } from '#web/features/imports/refused-rows.tsx'
import { reload } from '#web/lib/affected.ts'

const api = fakeApi()
const refused = (row: number, cells: object) => ({
  row,
  external_id: null,
  errors: { name: ['The name field is required.'] },
  cells,
})

const show = (more: number) => {
  const first = refused(2, { Ref: '=1+1', Name: '' })
  const second = refused(1200, { Ref: 'B', Name: '' })
  const page = (body: object[]) => ({
    body,
    headers: { 'x-total-count': '2' },
  })
  api.on('GET /api/import/r1/refused?limit=50', () => page([first, second]))
  api.on('GET /api/import/r1/refused?limit=1000', () => page([first, second]))
  return renderApp(
    <RefusedRows run={{ id: 'r1', kind: 'clients', file_name: 'crm.csv', refused: 2 + more } as ImportRun} />,
  )
}

test('[D-107] the refused rows of a run are saved with their reasons, and no formula among them', async () => {
  const saved = watchSaved()
  const { getByRole } = await show(0)

  await getByRole('button', { name: 'Save refused rows' }).click()

  expect(await saved()).toEqual({
    name: 'refused-crm.csv',
    text: "Ref,Name,row,message\r\n'=1+1,,2,The name field is required.\r\nB,,1200,The name field is required.\r\n",
  })
})

test('that only the first rows of many are kept is said', async () => {
  const { getByRole } = await show(3000)
  await expect.element(getByRole('button', { name: 'Save the first 2 refused rows' })).toBeVisible()
})

const RunThatEnds = () => {
  const [status, setStatus] = useState<ImportRun['status']>('running')
  const run = { id: 'r1', kind: 'files', file_name: 'Share', status, created: 3, updated: 0, refused: null }
  return (
    <>
      <button type="button" onClick={() => setStatus('finished')}>
        End
      </button>
      <RefusedRows run={run as ImportRun} />
    </>
  )
}

test('they are asked for again once the run has ended, and not for each file that it brings', async () => {
  api.on('GET /api/import/r1/refused?limit=50', () => ({ body: [refused(2, { Name: '' })] }))
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const { getByRole, getByText } = await renderApp(<RunThatEnds />, queries)
  await expect.element(getByText('Row 2')).toBeVisible()

  await reload(queries, 'files')
  expect(api.sent).toHaveLength(1)

  await getByRole('button', { name: 'End' }).click()
  await expect.poll(() => api.sent.length).toBe(2)
})
