import { Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#schemas/text/counted.ts'
import { EmptyHint } from '#web/components/query-state.tsx'
import { ReadFolder } from '#web/features/imports/folder/read-folder.tsx'
import type { ChosenFolder } from './chosen-folder.ts'
import { FolderField } from './folder-field.tsx'
import type { Place } from './rows.ts'

type Props = { place: Place | undefined; onBegun: (run: string) => unknown }

/** Chooses a folder of files, shows what becomes of them, and imports them. */
export const FolderForm = ({ place, onBegun }: Props) => {
  const [chosen, setChosen] = useState<{ id: string; folder: ChosenFolder }>()
  const folder = chosen?.folder
  return (
    <>
      {place && (
        <Text size="md">{`The files go to ${place.site ? `${place.site.name}, ` : ''}${place.client.name}.`}</Text>
      )}
      <FolderField chosen={folder} onChoose={(next) => setChosen({ id: crypto.randomUUID(), folder: next })} />
      {folder && folder.leftOut > 0 && (
        <Text size="md">{`${counted(folder.leftOut, 'file is', 'files are')} left out: hidden, of the system, or empty.`}</Text>
      )}
      {folder?.files.length === 0 && <EmptyHint icon="file">There are no files in this folder.</EmptyHint>}
      {chosen && chosen.folder.files.length > 0 && (
        <ReadFolder key={chosen.id} {...chosen} place={place} onBegun={onBegun} onCancel={() => setChosen(undefined)} />
      )}
    </>
  )
}
