import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '#web/components/icon.tsx'
import { announceFailure } from '#web/lib/announce.ts'

export type SaveButtonProps = Pick<
  ButtonProps,
  'children' | 'className' | 'disabled' | 'size' | 'style' | 'variant'
> & {
  /** Saves a file; called when the button is pressed. */
  save: () => Promise<void>
  'aria-label'?: string
}

/** Saves a file, and says so where that fails. */
export const SaveButton = ({ save, size = 'sm', disabled = false, ...button }: SaveButtonProps) => {
  const saving = useMutation({
    mutationFn: save,
    onError: announceFailure,
  })
  return (
    <Button
      variant="default"
      size={size}
      {...button}
      leftSection={<Icon name="download" size={size === 'xs' ? 14 : 16} />}
      disabled={disabled || saving.isPending}
      onClick={() => saving.mutate()}
    />
  )
}
