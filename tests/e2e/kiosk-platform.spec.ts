import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { panel, unfolded } from './support/pages.ts'
import { enterAsOperator } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('operators see how the installation is, and rebuild a read model beside the live one, put in place and rolled back; each number tells the events that it came about by, and days of a range are charted and saved as CSV', async ({
  page,
  context,
}) => {
  await enterAsOperator(context)
  await page.goto('/spark/kiosk#/platform')

  // The installation of this run has no backup, and is too new to miss one.
  const storage = await unfolded(page, 'Storage')
  await expect(storage.getByText('none was taken here')).toBeVisible()
  await expect(page.getByText('No backup was taken')).toHaveCount(0)
  await expect((await unfolded(page, 'Replicas')).getByRole('row', { name: / API .* nothing none$/ })).toBeVisible()
  const models = await unfolded(page, 'Read models')
  const facilities = models.getByRole('row', { name: /^facilities/ })
  await expect(facilities.getByText('Caught up')).toBeVisible()
  await expect((await unfolded(page, 'Queues')).getByRole('row', { name: /^send-mail/ })).toBeVisible()
  const security = await unfolded(page, 'Security events')
  await expect(security.getByRole('row', { name: /^Looks of operators .*[1-9]/ })).toBeVisible()
  await expect(storage.getByRole('definition').first()).toHaveText(/^[\d.]+ [KMG]B$/)
  await expectAccessible(page)

  const row = models.getByRole('row', { name: /^announcements/ })
  await row.getByRole('button', { name: 'Rebuild: announcements' }).click()
  await expect(row.getByText('Built, not in place yet')).toBeVisible()
  await expect(row.getByText('The same rows as before')).toBeVisible()
  await row.getByRole('button', { name: 'Put in place: announcements' }).click()
  await expect(row.getByText('In place', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Roll back: announcements' }).click()
  await expect(row.getByText('The former file is back in place')).toBeVisible()

  await row.getByRole('button', { name: 'Rebuild: announcements' }).click()
  await row.getByRole('button', { name: 'Give up: announcements' }).click()
  await expect(row.getByRole('status')).toHaveCount(0)

  await page.reload()
  const history = await unfolded(page, 'History')
  await expect(history.getByText('Put the former read model announcements back').first()).toBeVisible()
  const started = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await readFile(await (await started).path(), 'utf8')
  expect(saved).toMatch(/^\ufeffat,who,what,event,id,team,position\r\n/)
  expect(saved).toContain(',Gave up the rebuild of the read model announcements,PlatformOperated,')
  await history.getByLabel('Kind', { exact: true }).selectOption('Teams')
  await expect(history.getByText('Put the former read model announcements back')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Metrics' }).click()
  await page.getByRole('figure', { name: 'New users' }).getByRole('button', { name: 'How it came about' }).click()
  const dialog = page.getByRole('dialog', { name: 'How it came about' })
  await expect(dialog.getByRole('row', { name: /^UserRegistered \+1 \d+$/ }).first()).toBeVisible()
  await dialog.getByLabel('Day (UTC)').click()
  await dialog.getByRole('button', { name: 'Previous month' }).click()
  await dialog.getByRole('button', { name: /^1 / }).click()
  await expect(dialog.getByText('Nothing changed this number on that day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Check against the log' }).click()
  await expect(dialog.getByText('The log says the same, of this day and of all others.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const days = panel(page, 'Day by day')
  const charted = page.waitForEvent('download')
  await days.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await charted
  expect(file.suggestedFilename()).toBe('metrics.csv')
  const [headings, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(headings).toBe('created_at,monthly_recurring_revenue,yearly_recurring_revenue,daily_volume,new_users')
  expect(rows.at(-1)).toMatch(
    new RegExp(`^${new Date().toISOString().slice(0, 10)}T00:00:00Z,[\\d.]+,[\\d.]+,[\\d.]+,\\d+$`),
  )

  await days.getByLabel('To').click()
  await days.getByRole('button', { name: 'Previous month' }).click()
  await days.getByRole('button', { name: /^1 / }).click()
  await expect(days.getByText('There is nothing to show for these days.')).toBeVisible()
  await days.getByRole('button', { name: 'Newest days' }).click()
  await expect(days.getByRole('figure', { name: 'New users' })).toBeVisible()
})
