import { useState } from 'react'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { initialTarget, sentExpiry } from '#web/features/files/upload-target.ts'
import { UploadTargetFields } from '#web/features/files/upload-target-fields.tsx'

const api = fakeApi()

const visit = { id: 'v', name: 'Annual', site_id: 's', ended_at: '15/03/2027' }
const scope = { kind: 'visit', visit } as unknown as FilesScope

const Form = () => {
  const [target, setTarget] = useState({ ...initialTarget(scope), completed_at: '2027-03-20' as string | null })
  return (
    <>
      <UploadTargetFields
        scope={scope}
        sites={{ rows: [], total: 0, next: null }}
        target={target}
        errors={{}}
        onChange={(change) => setTarget({ ...target, ...change })}
      />
      <output aria-label="Sent">{JSON.stringify(sentExpiry(target))}</output>
    </>
  )
}

test('the form shows when files of a category will expire and says so, and a person has the last word', async () => {
  api.on('GET /user/current', () => ({ body: { abilities: { visits: { view: true }, categories: { view: true } } } }))
  api.on('GET /api/categories/select', () => ({
    body: [
      { id: 'g', name: 'Gas', parent_id: null, depth: 1, path: 'Gas', expires_after_months: 12 },
      { id: 'p', name: 'Plans', parent_id: null, depth: 1, path: 'Plans', expires_after_months: null },
    ],
  }))
  const screen = await renderApp(<Form />)
  const categories = screen.getByRole('combobox', { name: 'Categories' })
  const expires = screen.getByRole('button', { name: /^Expiry date/ })
  const sent = screen.getByRole('status', { name: 'Sent' })

  await categories.click()
  await screen.getByRole('option', { name: 'Plans' }).click()
  await expect.element(expires).toHaveTextContent('dd/mm/yyyy')
  await screen.getByRole('option', { name: 'Gas' }).click()
  await expect.element(expires).toHaveTextContent('15/03/2028')
  await expect.element(screen.getByText('Gas: 12 months after the visit')).toBeVisible()
  await expect.element(sent).toHaveTextContent('{}')

  await screen.getByRole('button', { name: 'Clear the expiry date' }).click()
  await expect.element(expires).toHaveTextContent('dd/mm/yyyy')
  await expect.element(sent).toHaveTextContent('{"expires_at":""}')
  await categories.click()
  await screen.getByRole('option', { name: 'Plans' }).click()
  await expect.element(expires).toHaveTextContent('dd/mm/yyyy')
})
