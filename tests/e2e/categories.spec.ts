import type { BrowserContext, Locator } from '@playwright/test'
import type { Category } from '#schemas/resources/categories.ts'
import { expectAccessible } from './support/accessibility.ts'
import { addMember } from './support/members.ts'
import { panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { holdBack } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Categories' })
const row = (page: Page, name: string): Locator => tree(page).getByRole('treeitem', { name, exact: true })

const open = async (page: Page): Promise<void> => {
  await page.goto('/dashboard#/categories')
  await expect(tree(page)).toBeVisible()
}

const add = async (context: BrowserContext, name: string, parent?: Category): Promise<Category> =>
  (await post(context, '/api/category', { name, parent_id: parent?.id })) as Category

/** Fire (Alarms, Doors), Water, Gas. */
const addSome = async (context: BrowserContext) => {
  const fire = await add(context, 'Fire')
  await add(context, 'Alarms', fire)
  await add(context, 'Doors', fire)
  return { fire, water: await add(context, 'Water'), gas: await add(context, 'Gas') }
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
  const [from, to] = [await row(page, name).boundingBox(), await row(page, onto).boundingBox()]
  if (!from || !to) throw new Error('A row is not on the screen')
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 160, to.y + to.height * where - 4, { steps: 6 })
  await page.mouse.move(to.x + 160, to.y + to.height * where, { steps: 2 })
  await page.mouse.up()
}

test('[PAGE-01] [CAT-14] [CAT-16] a tree that is on its way shows a spinner, and an empty one its hint', async ({
  page,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('tab')).toHaveText(['Clients', 'Sites', 'Visits', 'Categories', 'Files', 'Documents'])
  const letTreeCome = await holdBack(page, /\/api\/categories$/)
  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(page.getByRole('status', { name: 'Loading categories' })).toBeVisible()
  letTreeCome()
  await expect(page.getByText('Add your first category below…')).toBeVisible()
})

test('[CAT-12] [CAT-13] [STATE-18] a tree grows from the form below it', async ({ page, owner: _ }) => {
  await page.goto('/dashboard#/categories')
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
  await expectAccessible(page)
})

test('[CAT-01] [CAT-02] [CAT-05] [CAT-06] [CAT-07] branches are moved with the mouse', async ({
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
})

test('[STATE-20] branches are moved with the keyboard, and back by Undo', async ({ page, context, owner: _ }) => {
  const water = await add(context, 'Water')
  const fire = await add(context, 'Fire', water)
  for (const name of ['Alarms', 'Doors']) await add(context, name, fire)
  await add(context, 'Gas')
  await open(page)
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

test('[CAT-08] a branch is moved in a dialog @phone', async ({ page, context, owner: _ }) => {
  await addSome(context)
  await open(page)
  await page.getByRole('button', { name: 'Move Water' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Water' })
  await expectAccessible(page)
  await dialog.getByLabel('Parent Category').selectOption({ label: 'Fire' })
  await dialog.getByLabel('Place').selectOption('Before Doors')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Water', '2 Doors', '1 Gas'])
  await page.reload()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Water', '2 Doors', '1 Gas'])
})

test('[CAT-04] [CAT-10] [CAT-11] [STATE-21] [ERR1-03] a branch is deleted after a question', async ({
  page,
  context,
  owner: _,
}) => {
  await addSome(context)
  await open(page)
  await page.getByRole('button', { name: 'Delete Fire' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Category' })
  await expect(question.getByText('Are you sure you want to delete this category and any subcategories?')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '1 Gas'])
  await page.getByRole('button', { name: 'Delete Fire' }).click()
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expectTree(page, ['1 Water', '1 Gas'])
})

test('[CAT-03] [CAT-09] [CAT-17] [STATE-19] [VAL-35] a category gets another name and slug, and is found by a search', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addSome(context)
  await open(page)
  await page.getByRole('button', { name: 'Edit Water' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Category' })
  await expect(dialog.getByLabel('Category Name')).toHaveValue('Water')
  await expectAccessible(page)
  await dialog.getByLabel('Slug').fill('gas')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  await expect(dialog.getByText('The slug has already been taken.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await dialog.getByLabel('Category Name').fill('Drinking water')
  await dialog.getByLabel('Slug').fill('drinking-water')
  await dialog.getByRole('button', { name: 'Update Category' }).click()
  await expect(dialog).toBeHidden()
  const all = ['1 Fire', '2 Alarms', '2 Doors', '1 Drinking water', '1 Gas']
  await expectTree(page, all)

  const search = page.getByPlaceholder('Search categories...')
  await search.fill('water')
  await expectTree(page, ['1 Drinking water'])
  // Hits stay below the elements above them.
  await search.fill('door')
  await expectTree(page, ['1 Fire', '2 Doors'])
  await search.fill('roof')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expectTree(page, all)
})

test('a move that meets a colleague’s change is not lost: the fresh tree shows, and it is made again', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addSome(context)
  // Without the live stream this page does not hear of the change before it moves something.
  await page.route('**/api/stream*', (route) => route.abort())
  await open(page)
  await add(context, 'Roof')
  await page.getByRole('button', { name: 'Move Gas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move Gas' })
  await dialog.getByLabel('Parent Category').selectOption({ label: 'Water' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()

  await expect(page.getByRole('alert').getByText('Gas has not been moved.')).toBeVisible()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '1 Gas', '1 Roof'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move Gas again' }).click()
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '2 Gas', '1 Roof'])
  expect(complaints.splice(0).join()).toContain('409')
})

test('[CAT-15] [ABIL-21] [ABIL-22] [ABIL-23] who may only look sees no buttons and no form', async ({
  context,
  browser,
  owner: _,
}) => {
  const member = await addMember(browser, context, { role: 'member' })
  const page = await member.context.newPage()
  await page.goto('/dashboard#/categories')
  await expect(page.getByText('No categories have been added yet.')).toBeVisible()
  await addSome(context)
  await expectTree(page, ['1 Fire', '2 Alarms', '2 Doors', '1 Water', '1 Gas'])
  await expect(tree(page).getByRole('button')).toHaveCount(0)
  await expect(panel(page, 'Add a Category')).toHaveCount(0)
  await expect(row(page, 'Gas')).not.toHaveAttribute('draggable', 'true')
  await member.context.close()
})
