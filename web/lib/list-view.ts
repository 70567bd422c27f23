import { useLocalStorage } from '@mantine/hooks'
import type { ArrangedKind } from '#schemas/sort-columns.ts'
import { useUser } from '#web/lib/session.ts'

/** How a person sees the lists of one kind: hidden columns by name, and widths in pixels. */
export type ListView = { as: 'cards' | 'table'; hidden: readonly string[]; widths: Readonly<Record<string, number>> }

const usual: ListView = { as: 'cards', hidden: [], widths: {} }
const kept = 'siteledger:lists'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was kept, as far as it is of this version: the storage of a browser may hold anything. */
export const viewIn = (value: unknown): ListView => {
  if (!isObject(value)) return usual
  const { as, hidden, widths } = value
  return {
    as: as === 'table' ? 'table' : 'cards',
    hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
    widths: Object.fromEntries(
      Object.entries(isObject(widths) ? widths : {}).flatMap(([name, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[name, width] as const] : [],
      ),
    ),
  }
}

/** How the signed-in person sees the lists of a kind, which their browser keeps; and how to change it. */
export const useListView = (kind: ArrangedKind) => {
  const { id } = useUser()
  const [all, keep] = useLocalStorage<unknown>({
    key: `${kept}:${id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const view = viewIn(isObject(all) ? all[kind] : undefined)
  const change = (changes: Partial<ListView>) =>
    keep((now: unknown) => {
      const others = isObject(now) ? now : {}
      return { ...others, [kind]: { ...viewIn(others[kind]), ...changes } }
    })
  return { view, change }
}
