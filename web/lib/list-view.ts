import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import { useContext } from 'react'
import type { Look } from '#schemas/calls/sort-columns.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { keepListLook } from '#web/lib/keep-list-look.ts'
import { LongList } from '#web/lib/long-lists.ts'
import { useOpenedView } from '#web/lib/opened-view.ts'
import { useUser } from '#web/lib/session.ts'

/** How a person sees the lists of one kind: hidden columns by name, and widths in pixels. */
export type ListView = {
  as: Look
  hidden: readonly string[]
  /** The names of the only columns that are shown, as a saved view has them, instead of those that are not. */
  only?: readonly string[] | null
  widths: Readonly<Record<string, number>>
}

/** How the signed-in person sees the lists of a kind, wherever they sign in; and how to change it. */
const useOwnView = (kind: ArrangedKind) => {
  const { list_looks } = useUser()
  const queries = useQueryClient()
  const chosen = list_looks.find((each) => each.kind === kind)
  const isLong = useContext(LongList)
  const view: ListView = chosen
    ? { as: chosen.look, hidden: chosen.hidden, widths: chosen.widths }
    : { as: isLong ? 'table' : 'cards', hidden: [], widths: {} }
  const change = (changes: Partial<ListView>) => {
    const { as: look, hidden, widths } = { ...view, ...changes }
    keepListLook(queries, { kind, look, hidden: [...hidden], widths }, changes.widths !== undefined)
  }
  return { view, change }
}

/** The unsaved changes of the look of saved views, by the view as it was then. */
const draftsAtom = atom<Readonly<Record<string, Partial<ListView>>>>({})
const draftOf = ({ id, revision }: { id: string; revision: string }): string => `${id}/${revision}`

/**
 * How a list looks: as the person likes its kind, or as the saved view that is open has it. What they change about an
 * open view lasts as long as the page, unless they save it; widths are theirs in any case. Until they choose, a long list is a
 * table, and a short one cards.
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
