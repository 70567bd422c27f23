import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { unzipped } from '#tests/support/zip.ts'
import { newPdf } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected files' })

const select = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await expect(bar(page)).toContainText(`${names.length} selected`)
}

/** Opens a dialog about the selected files. */
const change = async (page: Page, what: string, title: string): Promise<Locator> => {
  await bar(page).getByRole('button', { name: what, exact: true }).click()
  return openedDialog(page, title)
}

/** Chooses a category in the dialog about labels, and has it done. */
const putLabel = async (page: Page, dialog: Locator, name: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Label Files' }).click()
  await expect(dialog).toBeHidden()
}

const undo = async (page: Page, said: string): Promise<void> => {
  await expect(page.getByText(said)).toBeVisible()
  await page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(said)).toBeHidden()
}

test('several files are labelled, put to a visit, dated and deleted at once, each reverted by one Undo; they are selected with the keyboard too, and saved as one zip file', async ({
  page,
  context,
  owner: _,
}) => {
  const { site } = await addFacilities(context)
  for (const name of ['Fire', 'Gas']) await addCategory(context, name)
  for (const name of ['Alarms.pdf', 'Doors.pdf', 'Lease.pdf']) await addFile(context, { site }, await newPdf(name))
  await page.goto(`/dashboard/sites/${site.id}#/files`)
  const label = (name: string) => page.getByRole('article').getByText(name)

  await select(page, 'Alarms', 'Doors')
  const labels = await change(page, 'Label', 'Label Files')
  await expect(labels).toContainText('These become the categories of 2 files.')
  await putLabel(page, labels, 'Fire')
  await expect(label('Fire')).toHaveCount(2)
  await select(page, 'Alarms', 'Lease')
  const more = await change(page, 'Label', 'Label Files')
  await expect(more).toContainText('These are added to the categories of 2 files.')
  await putLabel(page, more, 'Gas')
  await expect(label('Gas')).toHaveCount(2)
  await expect(label('Fire')).toHaveCount(2)
  await select(page, 'Alarms')
  const fewer = await change(page, 'Label', 'Label Files')
  await fewer.getByText('Replace', { exact: true }).click()
  await expect(fewer).toContainText('These replace all categories of 1 file.')
  await fewer.getByText('Remove', { exact: true }).click()
  await putLabel(page, fewer, 'Fire')
  await expect(label('Fire')).toHaveCount(1)
  await undo(page, '1 file has been labelled.')
  await expect(label('Fire')).toHaveCount(2)
  await expect(label('Gas')).toHaveCount(2)

  await select(page, 'Alarms', 'Doors')
  const visits = await change(page, 'Visit', 'Change Visit')
  await visits.getByLabel('Visit').selectOption('Boiler inspection')
  await visits.getByRole('button', { name: 'Change Visit' }).click()
  const atVisit = page.getByRole('article').getByRole('link', { name: 'Boiler inspection' })
  await expect(atVisit).toHaveCount(2)
  await undo(page, '2 files have been put to their visit.')
  await expect(atVisit).toHaveCount(0)

  await select(page, 'Alarms', 'Doors')
  const dates = await change(page, 'Date', 'Change Completion Date')
  await dates.getByRole('button', { name: 'Change Date' }).click()
  await expect(dates).toBeHidden()
  await undo(page, '2 files have been dated.')

  await select(page, 'Alarms', 'Doors')
  const question = await change(page, 'Delete', 'Delete Files')
  await expect(question).toContainText('Are you sure you want to delete these 2 files?')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await undo(page, '2 files have been deleted.')
  await expect(page.getByRole('article')).toHaveCount(3)

  await select(page, 'Lease')
  await page.getByRole('checkbox', { name: 'Select Alarms' }).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await page.keyboard.press('Escape')
  await expect(bar(page)).not.toContainText('selected')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar(page)).toContainText('3 selected')
  await expect(card(page, 'Doors').getByRole('checkbox')).toBeChecked()

  const zip = await change(page, 'Download', 'Download files')
  await expect(zip).toContainText('3 files')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    zip.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  const paths = Object.keys(unzipped(await readFile(await download.path())))
  expect(paths.filter((path) => path.endsWith('.pdf')).map((path) => path.split('/').at(-1))).toEqual([
    'Alarms.pdf',
    'Doors.pdf',
    'Lease.pdf',
  ])
})
