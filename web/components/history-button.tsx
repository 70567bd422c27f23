import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { type HistoryTarget, useShowHistory } from '#web/components/history-target.ts'
import { Icon } from '#web/components/icon.tsx'

type Props = ActionIconProps & { target: HistoryTarget; tabIndex?: number; onOpen?: () => void }

/** Opens the history of a record beside the page; nothing for whoever may not see it. */
export const HistoryButton = ({ target, onOpen, ...look }: Props) => {
  const showHistory = useShowHistory()
  if (!showHistory) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={34}
      title="History"
      {...look}
      aria-label={`History of ${target.name}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        // A click on the row around it may mean something else.
        event.stopPropagation()
        onOpen?.()
        showHistory(target)
      }}
    >
      <Icon name="history" />
    </ActionIcon>
  )
}
