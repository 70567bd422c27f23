import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { type HistoryTarget, useShowHistory } from '#web/components/history-target.ts'
import { Icon } from '#web/components/icon.tsx'

type Props = ActionIconProps & { target: HistoryTarget; tabIndex?: number; onOpen?: () => void }

/** Opens the history of a record next to the page; renders nothing for users who may not see it. */
export const HistoryButton = ({ target, onOpen, ...buttonProps }: Props) => {
  const showHistory = useShowHistory()
  if (!showHistory) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={34}
      title="History"
      {...buttonProps}
      aria-label={`History of ${target.name}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        // The row around the button may handle clicks too.
        event.stopPropagation()
        onOpen?.()
        showHistory(target)
      }}
    >
      <Icon name="history" />
    </ActionIcon>
  )
}
