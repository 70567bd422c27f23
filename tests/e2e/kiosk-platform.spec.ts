import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { enterAsOperator } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('operators see how the installation is, and rebuild a read model beside the live one, put in place and rolled back', async ({
  page,
  context,
}) => {
  await enterAsOperator(context)
  await page.goto('/spark/kiosk#/platform')

  const facilities = panel(page, 'Read models').getByRole('row', { name: /^facilities/ })
  await expect(facilities.getByText('Caught up')).toBeVisible()
  await expect(panel(page, 'Queues').getByRole('row', { name: /^send-mail/ })).toBeVisible()
  await expect(panel(page, 'Security events').getByRole('row', { name: /^Looks of operators .*[1-9]/ })).toBeVisible()
  const storage = panel(page, 'Storage')
  await expect(storage.getByRole('definition').first()).toHaveText(/^[\d.]+ [KMG]B$/)
  await expect(storage.getByText('none was taken here')).toBeVisible()
  await expectAccessible(page)

  const row = panel(page, 'Read models').getByRole('row', { name: /^announcements/ })
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
  const history = panel(page, 'History')
  await expect(history.getByText('Put the former read model announcements back').first()).toBeVisible()
  const started = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await readFile(await (await started).path(), 'utf8')
  expect(saved).toMatch(/^\ufeffat,who,what,event,id,team,position\r\n/)
  expect(saved).toContain(',Gave up the rebuild of the read model announcements,PlatformOperated,')
  await history.getByLabel('Kind', { exact: true }).selectOption('Teams')
  await expect(history.getByText('Put the former read model announcements back')).toHaveCount(0)
})
