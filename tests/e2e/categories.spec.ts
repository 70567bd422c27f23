import type { BrowserContext, Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { addCategory } from './support/facilities.ts'
import { panel, spinner } from './support/pages.ts'
import { holdBack, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Categories' })
const row = (page: Page, name: string): Locator => tree(page).getByRole('treeitem', { name, exact: true })

const open = async (page: Page): Promise<void> => {
  await page.goto('/dashboard#/categories')
  await expect(tree(page)).toBeVisible()
}

/** Fire (Alarms, Doors), Water, Gas. */
const addSome = async (context: BrowserContext) => {
  const fire = await addCategory(context, 'Fire')
  await addCategory(context, 'Alarms', fire)
  await addCategory(context, 'Doors', fire)
  return { fire, water: await addCategory(context, 'Water'), gas: await addCategory(context, 'Gas') }
}

/** Expects rows from top to bottom, each with its level in the tree: '1 Fire'. */
const expectTree = async (page: Page, rows: string[]): Promise<void> => {
  const shown = () =>
    tree(page)
      .getByRole('treeitem')
      .evaluateAll((items) => items.map((item) => `${item.ariaLevel} ${item.ariaLabel}`))
  await expect.poll(shown).toEqual(rows)
}

/** Drags a row onto another one as a hand does; `where` is how far down that one, 0 to 1. */
const drag = async (page: Page, name: string, onto: string, where: number): Promise<void> => {
  const from = await row(page, name).boundingBox()
  const to = await row(page, onto).boundingBox()
  if (!from || !to) throw new Error('A row is not on the screen')
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 160, to.y + to.height * where - 4, { steps: 6 })
  await page.mouse.move(to.x + 160, to.y + to.height * where, { steps: 2 })
  await page.mouse.up()
}

test('[PAGE-01] [CAT-03] [CAT-04] [CAT-09] [CAT-10] [CAT-11] [CAT-12] [CAT-13] [CAT-14] [CAT-16] [CAT-17] [STATE-18] [STATE-19] [STATE-21] [VAL-35] [ERR1-03] a tree grows from the form below it, is renamed, found by a search, and loses a branch after a question', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('tab')).toHaveText([
    'Clients',
    'Sites',
    'Compliance',
    'Visits',
    'Categories',
    'Files',
    'Documents',
  ])
  const letTreeCome = await holdBack(page, /\/api\/categories$/)
  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(spinner(page, 'categories')).toBeVisible()
  letTreeCome()
  await expect(page.getByText('Add your first category below…')).toBeVisible()
  const form = panel(page, 'Add a Category')
  await expect(form.getByLabel('Parent Category')).toHaveText('None')
  await form.getByLabel('Category Name').fill('Fire')
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expectTree(page, ['1 Fire'])
  await expect(form.getByLabel('Category Name')).toHaveValue('')
  await form.getByLabel('Category Name').fill('Alarms')
  await form.getByLabel('Parent Category').selectOption('Fire')
  await form.getByRole('button', { name: 'Add Category' }).click()
  await expectTree(page, ['1 Fire', '2 Alarms'])
  for (const name of ['Water', 'Gas']) await addCategory(context, name)
  await expectTree(page, ['1 Fire', '2 Alarms', '1 Water', '1 Gas'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit Water' }).click()
  const dialog = await openedDialog(page, 'Edit Category')
  await expect(dialog.getByLabel('Category Name')).toHaveValue('Water')
  await dialog.getByLabel('Slug').fill('gas')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  await expect(dialog.getByText('The slug has already been taken.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await dialog.getByLabel('Category Name').fill('Drinking water')
  await dialog.getByLabel('Slug').fill('drinking-water')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  await expect(dialog).toBeHidden()
  const all = ['1 Fire', '2 Alarms', '1 Drinking water', '1 Gas']
  await expectTree(page, all)

  const search = page.getByPlaceholder('Search categories...')
  await search.fill('water')
  await expectTree(page, ['1 Drinking water'])
  // Hits stay below the elements above them.
  await search.fill('alarm')
  await expectTree(page, ['1 Fire', '2 Alarms'])
  await search.fill('roof')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expectTree(page, all)

  await page.getByRole('button', { name: 'Delete Fire' }).click()
  const question = await openedDialog(page, 'Delete Category')
  await expect(question.getByText('Are you sure you want to delete this category and any subcategories?')).toBeVisible()
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expectTree(page, ['1 Drinking water', '1 Gas'])
})

test('[CAT-01] [CAT-02] [CAT-05] [CAT-06] [CAT-07] [STATE-20] branches are moved with the mouse, with the keyboard, and back by Undo', async ({
  page,
  context,
  owner: _,
}) => {
  await addSome(context)
  await open(page)
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '1 Gas'])
  await drag(page, 'Gas', 'Fire', 0.1)
  await expectTree(page, ['1 Gas', '1 Fire', '2 Alarms', '2 Doors', '1 Water'])
  await drag(page, 'Gas', 'Water', 0.9)
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '1 Gas'])
  await drag(page, 'Fire', 'Water', 0.5)
  await expectTree(page, ['1 Water', '2 Fire', '3 Alarms', '3 Doors', '1 Gas'])

  await page.reload()
  await row(page, 'Gas').focus()
  await page.keyboard.press('Space')
  for (const _step of [1, 2, 3]) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gas has been moved.')).toBeVisible()
  await expect(row(page, 'Gas')).toBeFocused()
  await expectTree(page, ['1 Water', '2 Fire', '3 Alarms', '3 Doors', '3 Gas'])
  await page.keyboard.press('Control+z')
  await expectTree(page, ['1 Water', '2 Fire', '3 Alarms', '3 Doors', '1 Gas'])
})

test('[CAT-08] a branch is moved in a dialog; a move that meets a colleague’s change is not lost, and is made again @phone', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addSome(context)
  // Without the live stream this page does not hear of the change before it moves something.
  await page.route('**/api/stream*', (route) => route.abort())
  await open(page)
  await page.getByRole('button', { name: 'Move Water' }).click()
  const dialog = await openedDialog(page, 'Move Water')
  await dialog.getByLabel('Parent Category').selectOption({ label: 'Fire' })
  await dialog.getByLabel('Place').selectOption('Before Doors')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Water', '2 Doors', '1 Gas'])

  await addCategory(context, 'Roof')
  await page.getByRole('button', { name: 'Move Gas' }).click()
  const other = page.getByRole('dialog', { name: 'Move Gas' })
  await other.getByLabel('Parent Category').selectOption({ label: 'Fire' })
  await other.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Gas has not been moved.')).toBeVisible()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Water', '2 Doors', '1 Gas', '1 Roof'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move Gas again' }).click()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Water', '2 Doors', '2 Gas', '1 Roof'])
  expect(complaints.splice(0).join()).toContain('409')
})
