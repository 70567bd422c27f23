import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '#web/components/icon.tsx'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { saveCsv } from '#web/lib/save-csv.ts'

type Props = Pick<ButtonProps, 'children' | 'className' | 'disabled' | 'size' | 'style' | 'variant'> & {
  /** Of the file. */
  name: string
  /** Asked when the button is pressed. */
  rows: () => readonly object[] | Promise<readonly object[]>
  'aria-label'?: string
}

/** Saves rows as a CSV file (D-107), and says so where that fails. */
export const SaveCsvButton = ({ name, rows, size = 'sm', disabled = false, ...button }: Props) => {
  const save = useMutation({
    mutationFn: async () => saveCsv(name, await rows()),
    onError: (error) => announce(messageOf(error), 'failure'),
  })
  return (
    <Button
      variant="default"
      size={size}
      {...button}
      leftSection={<Icon name="download" size={size === 'xs' ? 14 : 16} />}
      disabled={disabled || save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
