import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShowHistory } from '#web/components/history-target.ts'
import { Icon } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import type { NamedRecord, RecordFeature } from '#web/components/record/record-feature.ts'
import type { RecordAction } from '#web/components/record/record-menu-items.tsx'
import { useShowShare } from '#web/components/share-target.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'

type RowKeyProps = { name: 'edit' | 'delete'; onPress: () => void }

/**
 * The hidden button that a key of a focused row presses where the row shows none; nobody sees or reaches it otherwise.
 */
export const RowKey = ({ name, onPress }: RowKeyProps) => (
  <button type="button" hidden data-row-key={name} onClick={onPress} />
)

const loadItems = retryingImport(() => import('#web/components/record/record-menu-items.tsx'))
const RecordMenuItems = lazy(loadItems)

type Props<Row> = { feature: RecordFeature<Row>; record: Row }

/**
 * The dropdown of a record with the actions that the user may take; no button when there are none. It loads when the
 * pointer or the focus comes near.
 */
export const RecordMenu = <Row extends NamedRecord>({ feature, record }: Props<Row>) => {
  const { kind, labels, dialogs } = feature
  const show = useShowDialog(dialogs)
  const can = useCan()
  const showHistory = useShowHistory()
  const showShare = useShowShare(kind)
  const button = useRef<HTMLButtonElement>(null)
  const [wanted, setWanted] = useState(false)

  const actions: RecordAction[] = []
  if (can(`${kind}.update`))
    actions.push({ label: labels[0], icon: 'edit', key: 'edit', onClick: () => show({ kind: 'edit', record }) })
  if (showShare) actions.push({ label: 'Share', icon: 'share', onClick: () => showShare(record) })
  if (showHistory) {
    const { id, name } = record
    actions.push({ label: 'History', icon: 'history', onClick: () => showHistory({ kind, id, name }) })
  }
  if (can(`${kind}.delete`)) {
    const onClick = () => show({ kind: 'delete', record })
    actions.push({ label: labels[1], icon: 'trash', key: 'delete', onClick, danger: true })
  }
  if (actions.length === 0) return null

  const near = () => {
    void loadItems()
    dialogs.preload()
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
  return (
    <>
      {wanted ? (
        <Suspense fallback={target}>
          <RecordMenuItems actions={actions} onLeave={() => button.current?.focus()}>
            {target}
          </RecordMenuItems>
        </Suspense>
      ) : (
        target
      )}
      {actions.map(({ key, onClick }) => key && <RowKey key={key} name={key} onPress={onClick} />)}
    </>
  )
}
