import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { announceFailure } from '#web/lib/announce.ts'

export type SaveButtonProps = Pick<
  ButtonProps,
  'children' | 'className' | 'disabled' | 'size' | 'style' | 'variant'
> & {
  /** Saves a file, or prints; called when the button is pressed. */
  save: () => Promise<void>
  icon?: IconName
  'aria-label'?: string
}

/** Saves a file, or prints, and says so where that fails. */
export const SaveButton = ({ save, icon = 'download', size = 'sm', disabled = false, ...button }: SaveButtonProps) => {
  const saving = useMutation({
    mutationFn: save,
    onError: announceFailure,
  })
  return (
    <Button
      variant="default"
      size={size}
      {...button}
      leftSection={<Icon name={icon} size={size === 'xs' ? 14 : 16} />}
      disabled={disabled || saving.isPending}
      onClick={() => saving.mutate()}
    />
  )
}
