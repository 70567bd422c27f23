import { Modal } from '@mantine/core'
import { expect, test, vi } from 'vitest'
import { plusDays } from '#schemas/time/dates.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import DatePickerField from '#web/components/date-picker-field.tsx'
import { todayHere } from '#web/lib/dates.ts'

/** Opens the calendar of a field, and resolves while its dropdown does not have the focus yet. */
const openCalendar = async (field: HTMLElement) => {
  const there = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-dates-dropdown]')) return
      watch.disconnect()
      resolve()
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  field.focus()
  field.click()
  await there
  expect(document.activeElement).toBe(field)
}

const pressEscape = (on: Element) => on.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

test('Escape closes a calendar that has only just opened, and no dialog around it', async () => {
  const onClose = vi.fn()
  const screen = await renderApp(
    <Modal opened onClose={onClose} title="Edit Visit">
      <DatePickerField label="Start Date" />
    </Modal>,
  )
  const field = screen.getByRole('button', { name: 'Start Date' })
  await openCalendar(await vi.waitFor(() => field.element() as HTMLElement))

  pressEscape(field.element())

  await expect.element(screen.getByRole('button', { name: 'Today' })).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  pressEscape(field.element())
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes a calendar that has the focus', async () => {
  const screen = await renderApp(<DatePickerField label="Start Date" />)
  const field = screen.getByRole('button', { name: 'Start Date' }).element() as HTMLElement
  await openCalendar(field)
  await vi.waitFor(() => expect(document.activeElement).not.toBe(field))

  pressEscape(document.activeElement ?? field)

  await expect.element(screen.getByRole('button', { name: 'Today' })).not.toBeInTheDocument()
})

test('a calendar offers today unless its first day is later', async () => {
  const screen = await renderApp(<DatePickerField label="End Date" minDate={plusDays(todayHere(), 1)} />)
  await openCalendar(screen.getByRole('button', { name: 'End Date' }).element() as HTMLElement)

  expect(document.querySelector('[data-dates-dropdown]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Today' }).query()).toBeNull()
})
