import { Button } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import type { FilesFilter } from '#web/features/files/chosen.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'

/** Saves all files of the list as one zip file, however many are loaded. */
export const ZipButton = ({ filter }: { filter: FilesFilter }) => {
  const show = useShowDialog(fileDialogs)
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      aria-haspopup="dialog"
      aria-label="Download all as a zip file"
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
      onClick={() => show({ kind: 'zip', chosen: { files: [], count: 0, filter } })}
    >
      Zip
    </Button>
  )
}
