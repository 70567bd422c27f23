import { atom, useSetAtom } from 'jotai'
import type { Kind } from '#web/components/kinds.ts'
import { useHolds } from '#web/lib/session.ts'

/** The record whose history is looked at. */
export type HistoryTarget = { kind: Kind; id: string; name: string }

/** What the history drawer shows; kept when it closes, so that it slides away with its content. */
export const historyTargetAtom = atom<{ target: HistoryTarget | null; opened: boolean }>({
  target: null,
  opened: false,
})

/** Opens the history of a record beside the page; null for whoever may not see it, who gets no button either (D-92). */
export const useShowHistory = (): ((target: HistoryTarget) => void) | null => {
  const show = useSetAtom(historyTargetAtom)
  return useHolds('history.view') ? (target) => show({ target, opened: true }) : null
}
