import { useForm } from '@mantine/form'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'

const api = fakeApi()

const Form = ({ country }: { country: string }) => {
  const form = useForm({
    initialValues: { address: '', address_line_2: '', city: '', state: '', zip: '', country },
  })
  return <AddressInputs form={form} />
}

test('[REG-14] while the states of a country are loading nothing can be typed in their place', async () => {
  const asked = Promise.withResolvers<{ body: unknown }>()
  api.on('GET /geocode/states/DE', () => asked.promise)
  const screen = await renderApp(<Form country="DE" />)

  const states = screen.getByRole('combobox', { name: 'State or province' })
  await expect.element(states).toHaveAttribute('aria-busy', 'true')
  asked.resolve({ body: [{ code: 'BE', name: 'Berlin' }] })
  await expect.element(screen.getByRole('option', { name: 'Berlin' })).toBeInTheDocument()
  await expect.element(states).toHaveAttribute('aria-busy', 'false')
})

test('[REG-14] a country without states, and one whose states cannot be had, are typed', async () => {
  api.on('GET /geocode/states/VA', () => ({ body: [] }))
  const none = await renderApp(<Form country="VA" />)
  await expect.element(none.getByRole('textbox', { name: 'State or province' })).toBeVisible()
  await none.unmount()

  api.on('GET /geocode/states/FR', () => ({ status: 503, body: { message: 'x' } }))
  const failed = await renderApp(<Form country="FR" />)
  await expect.element(failed.getByRole('textbox', { name: 'State or province' })).toBeVisible()
})
