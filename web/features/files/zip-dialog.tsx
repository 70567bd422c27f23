import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { downloadZip, prepareZip } from '#schemas/resources/zips.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { type ChosenFiles, countedFiles } from '#web/features/files/chosen.ts'
import { callApi, urlOf } from '#web/lib/api.ts'
import { firstMessageOf } from '#web/lib/api-problem.ts'

type Props = { chosen: ChosenFiles; opened: boolean; onClose: () => void }

const bodyOf = ({ rows, filter }: ChosenFiles) => (filter ? { filter } : { ids: rows.map(({ id }) => id) })

/** Prepares the zip file, says how large it is, and leads to it. */
const ZipDownload = ({ chosen, onClose }: Omit<Props, 'opened'>) => {
  const body = bodyOf(chosen)
  const zip = useQuery({
    queryKey: ['zip', body],
    queryFn: async () => (await callApi(prepareZip, { body })).data,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
  })
  if (zip.isError) return <Failure message={firstMessageOf(zip.error)} onRetry={() => void zip.refetch()} />
  if (!zip.data) return <Waiting label="Preparing the download" />
  const { files, human_readable_size: size, name } = zip.data
  return (
    <>
      <Text size="md">{`${countedFiles(files)}, ${size}, as one zip file: ${name}.`}</Text>
      <Text size="sm" c="dimmed">
        In folders by client, site and visit, with a list of the files and their checksums.
      </Text>
      <Button
        component="a"
        href={urlOf(downloadZip, { params: { zip: zip.data.zip } })}
        download
        fullWidth
        leftSection={<Icon name="download" />}
        data-autofocus
        onClick={onClose}
      >
        Download
      </Button>
    </>
  )
}

/** Downloads the chosen files as one zip file. */
export const ZipDialog = ({ chosen, opened, onClose }: Props) => (
  <Dialog title={chosen.count === 1 ? 'Download file' : 'Download files'} opened={opened} onClose={onClose}>
    {opened && <ZipDownload chosen={chosen} onClose={onClose} />}
  </Dialog>
)
