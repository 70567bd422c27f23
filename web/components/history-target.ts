import { atom, useSetAtom } from 'jotai'
import type { Resource } from '#schemas/nouns.ts'
import { useHolds } from '#web/lib/session.ts'

/** The record whose history shows. */
export type HistoryTarget = { kind: Resource; id: string; name: string }

/** The target of the history drawer; kept on close, so that the drawer slides away with its content. */
export const historyTargetAtom = atom<{ target: HistoryTarget | null; opened: boolean }>({
  target: null,
  opened: false,
})

/** Returns a function that opens a record's history, or null for users who may not see it and get no button (D-92). */
export const useShowHistory = (): ((target: HistoryTarget) => void) | null => {
  const show = useSetAtom(historyTargetAtom)
  return useHolds('history.view') ? (target) => show({ target, opened: true }) : null
}
