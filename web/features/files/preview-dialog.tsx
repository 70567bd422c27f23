import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { downloadFile, framePreview, type SiteFile } from '#schemas/resources/files.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { HistoryButton } from '#web/components/history-button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { DownloadLink } from '#web/features/files/download-link.tsx'
import styles from '#web/features/files/preview-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'
import { keys } from '#web/lib/keys.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { useNoteOpened } from '#web/lib/use-opened.ts'

type Props = {
  file: SiteFile
  /** The files of the gallery that are loaded, to step through. */
  files: readonly SiteFile[]
  /** How many it has in all. */
  total: number
  loadMore: () => void
  onShow: (file: SiteFile) => void
  onVersions: () => void
  opened: boolean
  onClose: () => void
}

/** The next files are loaded while so many are left before the last. */
const loadedAhead = 5

/** Shows a file in a frame of its own, which says to download it when the browser cannot show it. */
export const PreviewDialog = ({ file, files, total, loadMore, onShow, onVersions, opened, onClose }: Props) => {
  useNoteOpened('files', file.id)
  const params = { id: file.id }
  const at = files.findIndex(({ id }) => id === file.id)
  const previous = files[at - 1]
  const next = at < 0 ? undefined : files[at + 1]
  const isNearEnd = opened && at >= files.length - loadedAhead
  const followOn = useEffectEvent(loadMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step tries again, as loading may have failed
  useEffect(() => {
    if (isNearEnd) followOn()
  }, [isNearEnd, at])
  const show = (other: SiteFile | undefined) => other && opened && onShow(other)
  useHotkeys([
    [keys.previousFile.presses[0], () => show(previous)],
    [keys.nextFile.presses[0], () => show(next)],
  ])
  return (
    <Dialog title={file.name} opened={opened} onClose={onClose} size="64rem">
      <iframe
        key={`${file.id}/${file.version}`}
        className={styles.frame}
        src={urlOf(framePreview, { params, query: { type: file.mime_type, at: shownMoment() ?? undefined } })}
        title={file.name}
      />
      <div className={styles.foot}>
        {files.length > 1 && at >= 0 && (
          <div className={styles.steps}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Previous file"
              aria-keyshortcuts="ArrowLeft"
              disabled={!previous}
              onClick={() => show(previous)}
            >
              <span className={styles.back}>
                <Icon name="chevron" />
              </span>
            </ActionIcon>
            <span role="status" className={styles.count}>
              {`${(at + 1).toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`}
            </span>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Next file"
              aria-keyshortcuts="ArrowRight"
              disabled={!next}
              onClick={() => show(next)}
            >
              <Icon name="chevron" />
            </ActionIcon>
          </div>
        )}
        <HistoryButton target={{ kind: 'files', id: file.id, name: file.name }} size={36} onOpen={onClose} />
        <Button variant="default" onClick={onVersions}>
          {file.version === 1 ? 'Versions' : `${file.version} versions`}
        </Button>
        <DownloadLink
          href={urlOf(downloadFile, { params })}
          original={{ photo: file.original, href: urlOf(downloadFile, { params, query: { original: '1' } }) }}
        />
      </div>
    </Dialog>
  )
}
