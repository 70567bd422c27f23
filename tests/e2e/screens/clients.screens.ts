import { registerThroughApi } from '../support/people.ts'
import { keep } from '../support/screens.ts'
import { test } from '../support/test.ts'

test('clients', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate' })
  await page.goto('/dashboard')
  await page.getByText('To get started, add your first client below…').waitFor()
  await keep(page, 'clients-empty')
})
