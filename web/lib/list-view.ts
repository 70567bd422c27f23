import { useLocalStorage } from '@mantine/hooks'
import { atom, useAtom } from 'jotai'
import type { ArrangedKind, Look } from '#schemas/sort-columns.ts'
import { useOpenedView } from '#web/lib/saved-views.ts'
import { useUser } from '#web/lib/session.ts'

/** How a person sees the lists of one kind: hidden columns by name, and widths in pixels. */
export type ListView = {
  as: Look
  hidden: readonly string[]
  /** The names of the only columns that are shown, as a saved view has them, instead of those that are not. */
  only?: readonly string[] | null
  widths: Readonly<Record<string, number>>
}

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
const useOwnView = (kind: ArrangedKind) => {
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

/** What was changed about the look of saved views and is not saved, by the view as it was then. */
const draftsAtom = atom<Readonly<Record<string, Partial<ListView>>>>({})
const draftOf = ({ id, revision }: { id: string; revision: string }): string => `${id}/${revision}`

/**
 * How a list looks: as the person likes its kind, or as the saved view that is open has it. What they change about an
 * open view lasts as long as the page, unless they save it; widths are theirs in any case.
 */
export const useListView = (kind: ArrangedKind) => {
  const own = useOwnView(kind)
  const { isLoading, view: opened } = useOpenedView(kind)
  const [drafts, setDrafts] = useAtom(draftsAtom)
  if (!opened) return { ...own, isLoading }
  const change = ({ widths, ...changes }: Partial<ListView>) => {
    if (widths) own.change({ widths })
    setDrafts((all) => ({ ...all, [draftOf(opened)]: { ...all[draftOf(opened)], ...changes } }))
  }
  const { widths } = own.view
  const view: ListView = { as: opened.look, hidden: [], only: opened.columns, ...drafts[draftOf(opened)], widths }
  return { view, change, isLoading }
}
