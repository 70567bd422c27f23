import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { AddClientForm } from '#web/features/clients/add-client-form.tsx'

const api = fakeApi()

test('[ERR1-04] what cannot be saved at the moment stays in its form, with the reason, and is sent again', async () => {
  const reason = 'The service is out of room: nothing can be saved until there is some. What you see is as it was.'
  api.on('POST /api/client', () => ({ status: 503, body: { message: reason } }))
  const screen = await renderApp(<AddClientForm />)
  const name = screen.getByLabelText('Name')
  const submit = screen.getByRole('button', { name: /client$/i })

  await name.fill('Harbour Estates')
  await submit.click()

  const said = `Something went wrong. Please try again or contact customer support. ${reason}`
  await expect.element(screen.getByText(said)).toBeVisible()
  await expect.element(name).toHaveValue('Harbour Estates')

  api.on('POST /api/client', () => ({ status: 201, body: { name: 'Harbour Estates' } }))
  await submit.click()

  await expect.element(name).toHaveValue('')
  const added = api.sent.filter(({ method }) => method === 'POST')
  expect(added.map(({ body }) => body)).toMatchObject(Array(2).fill({ name: 'Harbour Estates' }))
})
