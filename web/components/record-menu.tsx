import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShowHistory } from '#web/components/history-target.ts'
import { Icon } from '#web/components/icon.tsx'
import type { Kind } from '#web/components/kinds.ts'
import type { RecordAction } from '#web/components/record-menu-items.tsx'
import { patient } from '#web/lib/patient.ts'
import { useCan } from '#web/lib/session.ts'

const loadItems = patient(() => import('#web/components/record-menu-items.tsx'))
const RecordMenuItems = lazy(loadItems)

type Props = {
  kind: Kind
  record: { id: string; name: string }
  /** What editing and deleting are called: `['Edit Site', 'Delete Site']`. */
  labels: readonly [string, string]
  onEdit: () => void
  onDelete: () => void
  /** Loads what comes next, when the pointer or the focus comes near. */
  onNear?: () => void
}

/**
 * The dropdown of a record: what the signed-in user may do with it, and no button where that is nothing (CLNT-15,
 * ABIL-24). It loads when the pointer or the focus comes near.
 */
export const RecordMenu = ({ kind, record, labels, onEdit, onDelete, onNear }: Props) => {
  const can = useCan()
  const showHistory = useShowHistory()
  const button = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState(false)

  const actions: RecordAction[] = []
  if (can(`${kind}.update`)) actions.push({ label: labels[0], icon: 'edit', onClick: onEdit })
  if (showHistory) {
    const { id, name } = record
    actions.push({ label: 'History', icon: 'history', onClick: () => showHistory({ kind, id, name }) })
  }
  if (can(`${kind}.delete`)) actions.push({ label: labels[1], icon: 'trash', onClick: onDelete, danger: true })
  if (actions.length === 0) return null

  const near = () => {
    void loadItems()
    onNear?.()
  }
  const target = (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      c="dimmed"
      size={32}
      aria-label={`Actions for ${record.name}`}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={near}
      onFocus={near}
    >
      <Icon name="more" size={18} />
    </ActionIcon>
  )
  if (!wanted) return target
  return (
    <Suspense fallback={target}>
      <RecordMenuItems actions={actions} onLeave={() => button.current?.focus()}>
        {target}
      </RecordMenuItems>
    </Suspense>
  )
}
