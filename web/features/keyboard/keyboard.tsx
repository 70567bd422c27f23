import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { keysShown, keysShownAtom } from '#web/components/keys-shown.ts'
import { usePlaces } from '#web/components/places/use-places.ts'
import { useCharacterKeys } from '#web/features/keyboard/use-character-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { type KeyActions, useKeys } from '#web/lib/use-keys.ts'

/** Rows of lists and tables; cards that stand side by side share the number of their row. */
const rowsOfPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main [data-row]')]

const rowAt = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('#main [data-row]') ?? null

/** Pixels of the header, below which a row is in sight. */
const headerHeight = 64

const firstInSight = (): HTMLElement | undefined =>
  rowsOfPage().find((row) => row.getBoundingClientRect().top >= headerHeight) ?? rowsOfPage()[0]

/** The focus can be moved to a row, but Tab passes it by: what can be done with it has tab stops of its own. */
const focus = (row: HTMLElement | null | undefined): boolean => {
  if (!row) return false
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

const leftOf = (row: HTMLElement): number => row.getBoundingClientRect().left

/** The nearest row below (1) or above (-1), in the same column of cards. */
const beside = (row: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const rows = rowsOfPage()
  const others = step === 1 ? rows.slice(rows.indexOf(row) + 1) : rows.slice(0, rows.indexOf(row)).reverse()
  const lines = others.filter(({ dataset }) => dataset.row !== row.dataset.row)
  const line = lines.filter(({ dataset }) => dataset.row === lines[0]?.dataset.row)
  return line.find((other) => leftOf(other) === leftOf(row)) ?? line[0]
}

/** A letter goes into the list, an arrow only from a row on: elsewhere it scrolls the page. */
const moveLine = (event: KeyboardEvent, step: 1 | -1): boolean => {
  const row = rowAt(document.activeElement)
  if (row) return focus(beside(row, step)) || event.key.length > 1
  return event.key.length === 1 && focus(firstInSight())
}

const moveCard = (step: 1 | -1): boolean => {
  const row = rowAt(document.activeElement)
  const other = row && rowsOfPage()[rowsOfPage().indexOf(row) + step]
  return row !== null && other?.dataset.row === row.dataset.row && focus(other)
}

/** Presses what stands in the focused row; with `wholeRow` only while the row itself has the focus. */
const press = (selector: string, wholeRow: boolean): boolean => {
  const row = rowAt(document.activeElement)
  const control = row?.querySelector<HTMLElement>(selector)
  if (!control || (wholeRow && row !== document.activeElement)) return false
  control.click()
  return true
}

/**
 * The keys of lists and tables: they move the focus from row to row, and press what the row offers. A row's controls for
 * editing and deleting have `data-row-key`; its first link or button opens it.
 */
export const useRowKeys = (): void =>
  useKeys({
    nextRow: (event) => moveLine(event, 1),
    previousRow: (event) => moveLine(event, -1),
    nextCard: () => moveCard(1),
    previousCard: () => moveCard(-1),
    openRow: () => press('a[href], button:not([hidden])', true),
    editRow: () => press('[data-row-key=edit]', false),
    deleteRow: () => press('[data-row-key=delete]', false),
    selectRow: () => press('input[type=checkbox]', true),
  })

const KeysDialog = lazy(retryingImport(() => import('#web/features/keyboard/keys-dialog.tsx')))

/** The keys that act on every page: they go to places, walk through lists, and show what keys there are. */
export const Keyboard = () => {
  useCharacterKeys()
  const navigate = useNavigate()
  const [{ wanted, opened }, show] = useAtom(keysShownAtom)
  const places = usePlaces().map(({ name, to }) => [name, () => void navigate(to)] as const)
  const jumps: KeyActions = Object.fromEntries(places)
  useKeys({ ...jumps, help: () => show(keysShown) })
  useRowKeys()
  if (!wanted) return null
  return (
    <DialogOutlet about={opened}>
      <KeysDialog opened={opened} onClose={() => show({ wanted, opened: false })} />
    </DialogOutlet>
  )
}
