import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Rows } from '#web/components/rows.tsx'
import type { ShareTarget } from '#web/components/share-target.ts'
import styles from '#web/components/shown-once.module.css'
import { Waiting } from '#web/components/waiting.tsx'
import { ShareForm } from '#web/features/shares/share-form.tsx'
import { ShareRow } from '#web/features/shares/share-row.tsx'
import { sharesOf } from '#web/features/shares/shares.ts'
import { SharingOff, useSharingOff } from '#web/features/shares/sharing-off.tsx'
import { messageOf } from '#web/lib/api-problem.ts'

const shown: Record<ShareTarget['kind'], string> = {
  file: 'this file',
  visit: 'the files of this visit, also those that are added later',
  site: 'the files of this site, also those that are added later',
}

const NewLink = ({ url, onMore }: { url: string; onMore: () => void }) => (
  <>
    <Text size="md">Here is the link. This is the only time it will be shown, so copy it now.</Text>
    <code className={styles.secret}>{url}</code>
    <Group justify="flex-end" mt="md" mb="md">
      <Button variant="default" onClick={onMore}>
        Create another
      </Button>
      <CopyButton text={url} what="link" data-autofocus>
        Copy link
      </CopyButton>
    </Group>
  </>
)

const Links = ({ target }: { target: ShareTarget }) => {
  const links = useInfiniteQuery({ ...sharesOf(target), staleTime: 0 })
  const rows = links.data?.pages.flatMap(({ rows: each }) => each) ?? []
  return (
    <>
      {links.isPending && <Waiting label="Loading share links" />}
      {links.isLoadingError && <Failure message={messageOf(links.error)} onRetry={() => void links.refetch()} />}
      {rows.length > 0 && (
        <Rows label="Share links">
          {rows.map((share, at) => (
            <ShareRow key={share.id} share={share} name={`Link ${rows.length - at}`} />
          ))}
        </Rows>
      )}
    </>
  )
}

type Props = { target: ShareTarget; opened: boolean; onClose: () => void }

/** Makes links for a record, and shows and revokes those that there are. */
const ShareDialog = ({ target, opened, onClose }: Props) => {
  const [url, setUrl] = useState<string>()
  const isOff = useSharingOff()
  return (
    <Dialog title={`Share ${target.name}`} opened={opened} onClose={onClose} size="lg">
      {isOff ? (
        <SharingOff />
      ) : url === undefined ? (
        <>
          <Text size="md" mb="md">
            {`Anyone with the link can see and download ${shown[target.kind]}, without an account.`}
          </Text>
          <ShareForm target={target} onMade={setUrl} />
        </>
      ) : (
        <NewLink url={url} onMore={() => setUrl(undefined)} />
      )}
      <Links target={target} />
    </Dialog>
  )
}

export default ShareDialog
