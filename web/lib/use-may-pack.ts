import { useHolds } from '#web/lib/session.ts'

/** Whether the signed-in user may order evidence packs and have them: they tell history, and leave the house. */
export const useMayPack = (): boolean => {
  const mayExport = useHolds('export')
  return useHolds('history.view') && mayExport
}
