import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp, renderAt } from '#tests/web/support/render-app.tsx'
import type { Column } from '#web/components/list/column.ts'
import RecordsTable from '#web/components/list/records-table.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'
import type { ListView } from '#web/lib/list-view.ts'

type Row = { id: string; name: string; postcode: string; files: number }

const long = 'A name of more than a hundred letters, '.repeat(4).trim()
const rows: Row[] = [
  { id: '1', name: long, postcode: 'EC1', files: 3 },
  { id: '2', name: 'مستودع الشمال', postcode: '', files: 12 },
  { id: '3', name: '東京施設管理', postcode: 'N1', files: 0 },
]
const columns: Column<Row>[] = [
  { name: 'name', label: 'Name', width: 200 },
  { name: 'postcode', label: 'Postcode', width: 120, kind: 'word' },
  { name: 'files', label: 'Files', width: 100, kind: 'number', cell: ({ files }) => <b>{files}</b> },
]

type Props = { first?: ListView; shown?: Column<Row>[]; lines?: Row[] }

const Table = ({ first = { as: 'table', hidden: [], widths: {} }, shown = columns, lines = rows }: Props) => {
  const [view, setView] = useState(first)
  return (
    <RecordsTable
      kind="sites"
      columns={shown}
      rows={lines}
      total={lines.length}
      view={view}
      onView={(changes) => setView({ ...view, ...changes })}
      actions={({ name }) => <button type="button">{`Actions for ${name}`}</button>}
    />
  )
}

const widthOf = (element: Element) => Math.round(element.getBoundingClientRect().width)

test('every record has one line of 40 pixels, whatever its name is, which is whole in its title', async () => {
  const screen = await renderApp(<Table />)
  const table = screen.getByRole('table', { name: 'Sites' }).element()
  const lines = [...table.querySelectorAll('tbody tr')]

  expect(lines.map((line) => Math.round(line.getBoundingClientRect().height))).toEqual([40, 40, 40])
  const name = screen.getByRole('rowheader', { name: long }).element()
  expect([name.getAttribute('title'), name.scrollWidth > name.clientWidth]).toEqual([long, true])
})

test('a name that is a button ends within its cell, too', async () => {
  const press = (name: string) => <button type="button">{name}</button>
  const named = columns.map((column) =>
    column.name === 'name' ? { ...column, cell: (row: Row) => press(row.name) } : column,
  )
  const screen = await renderApp(<Table shown={named} />)
  const button = screen.getByRole('button', { name: long, exact: true }).element()
  const cell = button.closest('th')?.getBoundingClientRect()

  expect(button.getBoundingClientRect().right).toBeLessThanOrEqual((cell?.right ?? 0) - 14)
})

test('a hidden column is not there, but the first one, which names the record, always is', async () => {
  const screen = await renderApp(<Table first={{ as: 'table', hidden: ['name', 'postcode'], widths: {} }} />)

  const headings = screen
    .getByRole('columnheader')
    .elements()
    .map((each) => each.textContent)
  expect(headings).toEqual(['Name', 'Files', 'Actions'])
})

test('a column is drawn wider and narrower by its handle, with the keyboard too, within bounds', async () => {
  const screen = await renderApp(<Table first={{ as: 'table', hidden: [], widths: { name: 400, files: 400 } }} />)
  const handle = screen.getByRole('separator', { name: 'Width of Postcode' })
  const heading = screen.getByRole('columnheader', { name: 'Postcode' }).element()

  const first = Number(handle.element().getAttribute('aria-valuenow'))
  handle.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(handle).toHaveAttribute('aria-valuenow', String(first + 32))
  const wider = widthOf(heading)
  await userEvent.keyboard('{ArrowLeft>20/}')
  await expect.element(handle).toHaveAttribute('aria-valuenow', '64')
  expect(widthOf(heading)).toBeLessThan(wider)
})

test('the heading and the column that the list is sorted by stay in sight, in a table wider and longer than the screen', async () => {
  await page.viewport(800, 600)
  const lines = Array.from({ length: 60 }, (_, at) => ({
    id: `${at}`,
    name: `${long} ${at}`,
    postcode: 'N1',
    files: at,
  }))
  const others = ['a', 'b', 'c', 'd'].map((name) => ({ name, label: name, width: 200 }))
  const [name, ...last] = columns as [Column<Row>, ...Column<Row>[]]
  const table = (
    <Table first={{ as: 'table', hidden: ['files'], widths: {} }} shown={[name, ...others, ...last]} lines={lines} />
  )
  const { screen } = await renderAt('/?sort=-files', table, listAddressIn)
  const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
  const sorted = screen.getByRole('columnheader', { name: 'Files' })
  await expect.element(sorted).toBeVisible()
  const actions = () => boxOf(screen.getByRole('columnheader', { name: 'Actions' }).element())

  expect(boxOf(sorted.element()).right).toBeLessThanOrEqual(actions().left + 1)
  window.scrollTo(0, 1200)
  const body = sorted.element().closest('table')?.tBodies[0] as HTMLElement
  body.scrollLeft = 300
  const lastCell = () => [...body.querySelectorAll('tr > th')].at(-1)
  await expect.poll(() => boxOf(sorted.element()).top).toBe(0)
  await expect.poll(() => sorted.element().closest('thead')?.scrollLeft).toBe(300)
  expect(boxOf(lastCell()).left).toBe(boxOf(body).left)
  expect(boxOf(sorted.element()).right).toBeLessThanOrEqual(actions().left + 1)
})

test('names share the room that the table has, of which the first takes the most', async () => {
  await page.viewport(1600, 800)
  const site = { name: 'site', label: 'Site', width: 100 }
  const screen = await renderApp(<Table shown={[...columns, site]} />)
  const [name, postcode, files, last] = ['Name', 'Postcode', 'Files', 'Site'].map((label) =>
    widthOf(screen.getByRole('columnheader', { name: label }).element()),
  )

  expect([postcode, files]).toEqual([120, 100])
  expect(name).toBeGreaterThan(2 * (last ?? 0))
})
