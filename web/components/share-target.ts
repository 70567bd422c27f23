import { atom, useSetAtom } from 'jotai'
import type { SharedKind } from '#schemas/limits/share-rules.ts'
import type { Resource } from '#schemas/nouns.ts'
import { useCan, useHolds } from '#web/lib/session.ts'

/** The record that is being shared. */
export type ShareTarget = { kind: Exclude<SharedKind, 'compliance'>; id: string; name: string }

/** The target of the share dialog; kept on close, so that the dialog fades out with its content. */
export const shareTargetAtom = atom<{ target: ShareTarget | null; opened: boolean }>({ target: null, opened: false })

const sharedKinds: Partial<Record<Resource, ShareTarget['kind']>> = { files: 'file', visits: 'visit', sites: 'site' }

/** Returns a function that opens the share dialog of a record; null for kinds and users that cannot share. */
export const useShowShare = (kind: Resource): ((record: { id: string; name: string }) => void) | null => {
  const show = useSetAtom(shareTargetAtom)
  const can = useCan()
  const mayShare = useHolds('share')
  const shared = sharedKinds[kind]
  if (!shared || !mayShare || !can('files.view') || !can(`${kind}.view`)) return null
  return ({ id, name }) => show({ target: { kind: shared, id, name }, opened: true })
}
