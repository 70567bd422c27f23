import { readFile } from 'node:fs/promises'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { openInstallationKeys } from '#api/installation/keys.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { recordSixtyDays } from '#tests/support/sixty-days/events.ts'
import { numbersOfSixtyDays } from '#tests/support/sixty-days/numbers.ts'
import { panel } from './support/pages.ts'
import { operatorEmail, registerThroughApi } from './support/people.ts'
import { type Product, startProduct } from './support/product.ts'
import { test as base, expect, type Page } from './support/test.ts'

/** Writes a platform of May and June 2026 into the log of a running product. */
const record = async (eventStoreUrl: string, dataDir: string): Promise<void> => {
  const log = connectEventStore(eventStoreUrl)
  const { keys } = await openInstallationKeys(log, readEnv({ DATA_DIR: dataDir }))
  await recordSixtyDays(openLedger(log, keys))
  keys.close()
  await log.close()
}

/** On a product of its own, whose log nobody else writes into. */
const test = base.extend<{ product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  product: async ({}, use) => {
    const { url, stop } = await startEventStore()
    const product = await startProduct({ OPERATOR_EMAILS: operatorEmail, EVENTSTORE_URL: url })
    await record(url, product.dataDir)
    const ofAll = process.env.SITELEDGER_URL
    process.env.SITELEDGER_URL = product.url
    await use(product)
    process.env.SITELEDGER_URL = ofAll
    await product.stop()
    await stop()
  },
  baseURL: async ({ product }, use) => use(product.url),
})

/** Chooses the 29th of June 2026 as the last day, however many months that is back. */
const chooseLastDay = async (page: Page): Promise<void> => {
  const days = panel(page, 'Day by day')
  await days.getByLabel('To').click()
  const month = days.getByRole('button', { name: /^[A-Z][a-z]+ \d{4}$/ })
  for (let back = 0; back < 120 && (await month.textContent()) !== 'June 2026'; back += 1) {
    await days.getByRole('button', { name: 'Previous month' }).click()
  }
  await days.getByRole('button', { name: '29 June 2026' }).click()
}

test('[KIOSK-07] [KIOSK-10] sixty days of a platform show in each tab what was worked out by hand', async ({
  page,
  context,
  product: _,
}) => {
  await registerThroughApi(context, { email: operatorEmail })
  await page.goto('/spark/kiosk')
  const total = page.getByRole('term').filter({ hasText: 'Total volume' }).locator('xpath=following-sibling::dd[1]')
  await expect(total).toHaveText('£935.80')
  await expect(
    page.getByRole('table', { name: 'Plans' }).getByRole('row', { name: 'Starter yearly 2 0' }),
  ).toBeVisible()

  await chooseLastDay(page)
  const volume = page.getByRole('figure', { name: 'Daily volume' })
  await expect(volume.getByRole('row', { name: '27/06/2026 £97.20' })).toHaveCount(1)
  const started = page.waitForEvent('download')
  await panel(page, 'Day by day').getByRole('button', { name: 'Save as CSV' }).click()
  const [, ...rows] = (await readFile(await (await started).path(), 'utf8')).trim().split('\r\n')
  expect(rows.map((row) => row.split(','))).toEqual(
    numbersOfSixtyDays.map(([day, yearly, monthly, paid, users]) => [
      ...[`${day}T00:00:00Z`, monthly / 100, yearly / 100, paid / 100, users].map(String),
    ]),
  )

  await page.getByRole('figure', { name: 'New users' }).getByRole('button', { name: 'How it came about' }).click()
  const dialog = page.getByRole('dialog', { name: 'How it came about' })
  await dialog.getByRole('button', { name: 'Check against the log' }).click()
  await expect(dialog.getByText('The log says the same, of this day and of all others.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Teams', exact: true }).click()
  await page.getByRole('searchbox').fill('north-')
  await expect(page.getByRole('listitem').filter({ hasText: 'North' })).toHaveCount(4)

  await page.getByRole('tab', { name: 'Platform', exact: true }).click()
  const queue = panel(page, 'Queues').getByRole('row', { name: /^send-text/ })
  await queue.getByRole('button', { name: 'Pause send-text' }).click()
  await expect(queue.getByText('Paused')).toBeVisible()
  await queue.getByRole('button', { name: 'Resume send-text' }).click()
  await expect(queue.getByRole('button', { name: 'Pause send-text' })).toBeVisible()
  await page.reload()
  const history = panel(page, 'History')
  await history.getByLabel('Kind', { exact: true }).selectOption('The platform')
  await expect(history.getByText('Let the queue send-text go on')).toBeVisible()
  await expect(history.getByText('Paused the queue send-text')).toBeVisible()
})
