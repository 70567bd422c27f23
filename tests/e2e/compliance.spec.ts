import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addCategory, addFacilities } from './support/facilities.ts'
import { addDocument, goToPlace } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('a category is required of all sites; a hole is filled by an upload, another by an exemption, and the requirement is removed and back', async ({
  page,
  context,
  owner: _,
}) => {
  const { site } = await addFacilities(context)
  await addCategory(context, 'Gas certificates')
  await addCategory(context, 'Legionella')
  await page.goto('/dashboard')
  await goToPlace(page, 'Compliance')
  await page.getByRole('checkbox', { name: 'Gas certificates' }).check()
  await page.getByRole('checkbox', { name: 'Legionella' }).check()
  await page.getByRole('button', { name: 'Require 2 categories' }).click()

  const grid = page.getByRole('grid', { name: 'Compliance' })
  await expect(grid.getByRole('rowheader')).toHaveText(/Quay House/)
  await expect(page.getByText('0% compliant')).toBeVisible()
  await expectAccessible(page)
  const gas = grid.getByRole('button', { name: /^Gas certificates, Quay House: / })
  await gas.click()
  const drawer = await openedDialog(page, 'Gas certificates, Quay House')
  await addDocument(page, await newPdf('Gas safety.pdf'))
  await expect(drawer.getByRole('button', { name: 'Preview Gas safety' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gas).toHaveAccessibleName('Gas certificates, Quay House: Valid')
  await expect(page.getByText('50% compliant')).toBeVisible()

  const legionella = grid.getByRole('button', { name: /^Legionella, Quay House: / })
  await legionella.click()
  const other = await openedDialog(page, 'Legionella, Quay House')
  await other.getByRole('button', { name: 'Not needed here…' }).click()
  await other.getByRole('textbox', { name: 'Reason' }).fill('No water on site')
  await other.getByRole('button', { name: 'Save exemption' }).click()
  await expect(other.getByText('No water on site')).toBeVisible()
  await other.getByRole('button', { name: 'History', exact: true }).click()
  await expect(other.getByRole('list', { name: 'History' })).toContainText('no water on site', { ignoreCase: true })
  await page.keyboard.press('Escape')
  await expect(legionella).toHaveAccessibleName('Legionella, Quay House: Not needed')
  await expect(page.getByText('100% compliant')).toBeVisible()

  const heading = grid.getByRole('columnheader', { name: 'Legionella' })
  await heading.getByRole('button').click()
  const requirement = await openedDialog(page, 'Requirement: Legionella')
  await expect(requirement.getByText('It means 1 site. 1 of them has no file of it yet.')).toBeVisible()
  await requirement.getByRole('button', { name: 'Remove requirement' }).click()
  await expect(heading).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(legionella).toHaveAccessibleName('Legionella, Quay House: Not needed')

  await page.goto(`/dashboard/sites/${site.id}#/compliance`)
  await expect(page.getByRole('button', { name: 'Gas certificates Gas safety Valid at Quay House' })).toBeVisible()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const shared = await openedDialog(page, 'Share compliance of Quay House')
  await shared.getByRole('button', { name: 'Create link' }).click()
  const link = await shared.getByText(/\/share\/slk_/).textContent()
  await page.goto(link ?? '')
  await expect(page.getByRole('table')).toContainText('Gas certificates')
  await expect(page.getByRole('table')).not.toContainText('No water on site')
})
