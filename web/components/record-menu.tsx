import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import type { RecordAction } from '#web/components/record-menu-items.tsx'

const loadItems = () => import('#web/components/record-menu-items.tsx')
const RecordMenuItems = lazy(loadItems)

type Props = {
  /** The name of the record, for screen readers. */
  about: string
  /** What the signed-in user may do; without any there is no button (CLNT-15, ABIL-24). */
  actions: readonly RecordAction[]
  /** Loads what the actions need, when the pointer or the focus comes near. */
  onNear?: () => void
}

/** The dropdown of a record; it loads when the pointer or the focus comes near. */
export const RecordMenu = ({ about, actions, onNear }: Props) => {
  const button = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState(false)
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
      aria-label={`Actions for ${about}`}
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
