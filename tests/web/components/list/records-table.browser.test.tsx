import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { Column } from '#web/components/list/column.ts'
import RecordsTable from '#web/components/list/records-table.tsx'
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
  { name: 'postcode', label: 'Postcode', width: 120 },
  { name: 'files', label: 'Files', width: 100, number: true, cell: ({ files }) => <b>{files}</b> },
]

type Props = { first?: ListView; shown?: Column<Row>[] }

const Table = ({ first = { as: 'table', hidden: [], widths: {} }, shown = columns }: Props) => {
  const [view, setView] = useState(first)
  return (
    <RecordsTable
      kind="sites"
      columns={shown}
      rows={rows}
      total={3}
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
