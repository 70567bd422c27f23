import { atom, useSetAtom } from 'jotai'
import type { SharedKind } from '#schemas/limits/share-rules.ts'
import type { Resource } from '#schemas/nouns.ts'
import { useCan, useHolds } from '#web/lib/session.ts'

/** The record that is being shared, by its noun, and what of it. */
export type ShareTarget = { kind: SharedKind; of: 'file' | 'visit' | 'site' | 'client'; id: string; name: string }

/** The target of the share dialog; kept on close, so that the dialog fades out with its content. */
export const shareTargetAtom = atom<{ target: ShareTarget | null; opened: boolean }>({ target: null, opened: false })

const shared: Partial<Record<Resource, { of: ShareTarget['of']; kinds: readonly SharedKind[] }>> = {
  files: { of: 'file', kinds: ['file'] },
  visits: { of: 'visit', kinds: ['visit'] },
  sites: { of: 'site', kinds: ['site', 'compliance'] },
  clients: { of: 'client', kinds: ['compliance'] },
}

/** Whether the signed-in user sees the share links of the team. */
export const useSeesShares = (): boolean => {
  const mayShare = useHolds('share')
  return useHolds('history.view') || mayShare
}

/**
 * Returns a function that opens the share dialog of a record, or of its compliance; null for what cannot be shared, and for
 * users that cannot share.
 */
export const useShowShare = (
  resource: Resource,
  what?: 'compliance',
): ((record: { id: string; name: string }) => void) | null => {
  const show = useSetAtom(shareTargetAtom)
  const can = useCan()
  const mayShare = useHolds('share')
  const { of, kinds = [] } = shared[resource] ?? {}
  const kind = kinds.find((each) => (each === 'compliance') === (what === 'compliance'))
  if (!of || !kind || !mayShare || !can('files.view') || !can(`${resource}.view`)) return null
  return ({ id, name }) => show({ target: { kind, of, id, name }, opened: true })
}
