import { useLayoutEffect, useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { VirtualRows } from '#web/components/list/virtual-rows.tsx'

const rowHeight = 50

/** `onFirst` is told how many rows are drawn first. */
const List = ({ count, onFirst }: { count: number; onFirst?: (rows: number) => void }) => {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => onFirst?.(table.current?.querySelectorAll('button').length ?? 0), [onFirst])
  return (
    <table ref={table}>
      <VirtualRows
        rows={Array.from({ length: count }, (_, index) => ({ id: `Row ${index}` }))}
        rowHeight={rowHeight}
        columnCount={1}
      >
        {({ id }) => (
          <td style={{ height: rowHeight }}>
            <button type="button">{id}</button>
          </td>
        )}
      </VirtualRows>
    </table>
  )
}

afterEach(() => window.scrollTo(0, 0))

test('a short list is rendered whole, once its rows on the screen stand', async () => {
  const onFirst = vi.fn()
  const screen = await renderApp(<List count={40} onFirst={onFirst} />)

  expect(onFirst.mock.calls[0]?.[0]).toBeLessThan(40)
  await expect.poll(() => screen.getByRole('button').elements()).toHaveLength(40)
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
