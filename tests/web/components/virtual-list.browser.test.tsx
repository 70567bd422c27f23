import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { rowSpacer } from '#web/components/row-spacer.tsx'
import { useVirtualList } from '#web/components/virtual-list.ts'

const rowHeight = 50

const List = ({ count }: { count: number }) => {
  const list = useRef<HTMLTableSectionElement>(null)
  const { rows, skippedAfter, measure } = useVirtualList({ list, count, rowHeight })
  return (
    <table>
      <tbody ref={list}>
        {rows.flatMap(({ index, skipped }) => [
          rowSpacer(`before ${index}`, skipped),
          <tr key={index} ref={measure} data-index={index} data-row={index} style={{ height: rowHeight }}>
            <td>
              <button type="button">{`Row ${index}`}</button>
            </td>
          </tr>,
        ])}
        {rowSpacer('after', skippedAfter)}
      </tbody>
    </table>
  )
}

afterEach(() => window.scrollTo(0, 0))

test('a short list is rendered whole', async () => {
  const screen = await renderApp(<List count={40} />)

  expect(screen.getByRole('button').elements()).toHaveLength(40)
})

test('of a long list only the rows near the screen are rendered, and it is as high as all of them', async () => {
  const screen = await renderApp(<List count={5000} />)

  await expect.element(screen.getByRole('button', { name: 'Row 0', exact: true })).toBeVisible()
  expect(screen.getByRole('button').elements().length).toBeLessThan(60)
  expect(document.querySelector('table')?.offsetHeight).toBeGreaterThan(4900 * rowHeight)
})

test('a jump to the end renders the last rows, and back the first', async () => {
  const screen = await renderApp(<List count={5000} />)

  window.scrollTo(0, document.body.scrollHeight)
  await expect.element(screen.getByRole('button', { name: 'Row 4999' })).toBeVisible()
  expect(screen.getByRole('button').elements().length).toBeLessThan(60)

  window.scrollTo(0, 0)
  await expect.element(screen.getByRole('button', { name: 'Row 0', exact: true })).toBeVisible()
})

test('the row that holds the focus stays rendered however far one scrolls', async () => {
  const screen = await renderApp(<List count={5000} />)
  const first = screen.getByRole('button', { name: 'Row 0', exact: true })

  ;(first.element() as HTMLElement).focus()
  window.scrollTo(0, document.body.scrollHeight)

  await expect.element(screen.getByRole('button', { name: 'Row 4999' })).toBeVisible()
  await expect.element(first).toHaveFocus()
  expect(document.querySelector('table')?.offsetHeight).toBeGreaterThan(4900 * rowHeight)
})
