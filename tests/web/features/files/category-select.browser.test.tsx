import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { CategoryFilterSelect } from '#web/features/files/category-select.tsx'

const categories = [
  { id: 'f', name: 'Fire safety', depth: 0, path: 'Fire safety' },
  { id: 'h', name: 'HVAC', depth: 0, path: 'HVAC' },
  { id: 'w', name: 'Water', depth: 0, path: 'Water' },
] as unknown as CategoryChoice[]

const onChange = vi.fn()
const Filter = ({ choices = categories }: { choices?: CategoryChoice[] }) => {
  const [value, setValue] = useState<string>()
  const choose = (id: string | undefined) => {
    onChange(id)
    setValue(id)
  }
  return <CategoryFilterSelect bare categories={choices} value={value} onChange={choose} />
}

test('what is typed into the filter takes the place of its choice, and Enter chooses the first that fits', async () => {
  const screen = await renderApp(<Filter />)
  const filter = screen.getByRole('combobox', { name: 'Category' })

  await filter.click()
  await userEvent.keyboard('HV')
  await expect.element(filter).toHaveValue('HV')
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(filter).toHaveValue('HVAC')

  await userEvent.keyboard('{Escape}')
  await filter.click()
  await userEvent.keyboard('Wat{Enter}')
  await expect.element(filter).toHaveValue('Water')
  expect(onChange.mock.calls).toEqual([['h'], ['w']])
})

test('a long list of categories scrolls by itself, so that nothing in it wants a tab stop', async () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ id: `c${n}`, name: `C ${n}`, depth: 0, path: `C ${n}` }))
  const screen = await renderApp(
    <>
      <Filter choices={many as unknown as CategoryChoice[]} />
      <button type="button">Next</button>
    </>,
  )

  await screen.getByRole('combobox', { name: 'Category' }).click()
  const list = screen.getByRole('listbox').element()
  const scrolled = [list, ...list.querySelectorAll('*')].filter((each) => each.scrollHeight > each.clientHeight + 1)

  expect(scrolled).toEqual([list])
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => list.scrollTop).toBeGreaterThan(0)
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
})
