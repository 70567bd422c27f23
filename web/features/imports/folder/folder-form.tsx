import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { EmptyHint, Waiting } from '#web/components/query-state.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { ReadFolder } from '#web/features/imports/folder/read-folder.tsx'
import { offerQuery } from '#web/lib/queries.ts'
import { type ChosenFolder, droppedFolderAtom, isFlat } from './chosen-folder.ts'
import { FolderField } from './folder-field.tsx'
import { type PlaceIds, usePlace } from './use-place.ts'

type SiteProps = { clientId: string | undefined; value: string; onChange: (site: string) => void }

/** The site of files that lie in no folders, such as those of a phone. */
const SiteOfFiles = ({ clientId, value, onChange }: SiteProps) => {
  const { data } = useQuery(clientId ? offerQuery(listSitesOfClient, { id: clientId }) : offerQuery(listSites))
  return data ? (
    <SiteField first={data} clientId={clientId} none="As their names say" value={value} onChange={onChange} />
  ) : null
}

type Props = { at: PlaceIds; onBegun: (run: string) => unknown }

/** Chooses a folder of files, shows what becomes of them, and imports them. */
export const FolderForm = ({ at, onBegun }: Props) => {
  const [dropped, setDropped] = useAtom(droppedFolderAtom)
  const [chosen, setChosen] = useState<{ id: string; folder: ChosenFolder } | null>(
    dropped && { id: crypto.randomUUID(), folder: dropped },
  )
  useEffect(() => setDropped(null), [setDropped])
  const [site, setSite] = useState('')
  const place = usePlace(site ? { site } : at)
  const folder = chosen?.folder
  return (
    <>
      {place && (
        <Text size="md">{`The files go to ${place.site ? `${place.site.name}, ` : ''}${place.client.name}.`}</Text>
      )}
      <FolderField
        chosen={folder}
        onChoose={(next) => {
          setChosen({ id: crypto.randomUUID(), folder: next })
          setSite('')
        }}
      />
      {folder && folder.leftOut > 0 && (
        <Text size="md">{`${counted(folder.leftOut, 'file is', 'files are')} left out: hidden, of the system, or empty.`}</Text>
      )}
      {folder?.files.length === 0 && <EmptyHint icon="file">There are no files in this folder.</EmptyHint>}
      {folder && isFlat(folder) && !at.site && <SiteOfFiles clientId={at.client} value={site} onChange={setSite} />}
      {place === null && <Waiting label="Loading" />}
      {chosen && place !== null && chosen.folder.files.length > 0 && (
        <ReadFolder
          key={`${chosen.id} ${site}`}
          {...chosen}
          place={place}
          onBegun={onBegun}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  )
}
