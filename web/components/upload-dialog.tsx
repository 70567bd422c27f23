import { Button, Group, Loader } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { UploadWording } from '#schemas/limits/upload-rules.ts'
import { counted } from '#schemas/text/counted.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { RefusedUploads } from '#web/components/refusals.tsx'
import styles from '#web/components/upload-dialog.module.css'
import { UploadList } from '#web/components/upload-list.tsx'
import type { Refused } from '#web/lib/check-uploads.ts'
import { countOf, shareOf } from '#web/lib/upload-rows.ts'
import { useStayWhile } from '#web/lib/use-stay-while.ts'
import { type Kept, type Send, useUploads } from '#web/lib/use-uploads.ts'

type Props = {
  /** Whether the rules of files or of documents apply; its title and its button say document either way. */
  noun: UploadWording['noun']
  accepted: readonly File[]
  refused: readonly Refused[]
  send: Send
  /** By which a row goes on after a reload. */
  kept: Kept
  opened: boolean
  /** Called before anything is sent; it shows missing input itself. */
  isReady?: () => boolean
  onClose: () => void
  onDone: (arrived: number) => void
  /** Fields that apply to all files. */
  children?: ReactNode
}

/** Uploads several files that were chosen together: their names, the shared fields, and the progress. */
export const UploadDialog = ({
  noun,
  accepted,
  refused,
  send,
  kept,
  opened,
  isReady,
  onClose,
  onDone,
  children,
}: Props) => {
  const { rows, busy, start, cancel, rename, remove } = useUploads(accepted, { send, kept, onDone })
  useStayWhile(busy)
  const open = rows.length - countOf(rows, 'done')
  const failed = countOf(rows, 'failed')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady?.() ?? true) void start()
  }
  const status = busy
    ? `${countOf(rows, 'done')} of ${rows.length} uploaded, ${Math.floor(shareOf(rows) * 100)}%`
    : failed > 0
      ? `${counted(failed, `${noun} was`, `${noun}s were`)} not uploaded. Nothing you entered is lost.`
      : ''
  return (
    <Dialog title="Upload Documents" opened={opened} onClose={busy ? () => undefined : onClose} size="38rem" steady>
      <form onSubmit={submit} noValidate className={styles.form}>
        <RefusedUploads noun={noun} refused={refused} />
        <UploadList rows={rows} onRename={rename} onRemove={remove} />
        {children && <div className={styles.fields}>{children}</div>}
        <div className={styles.foot}>
          <p className={styles.said} role="status" aria-live={busy ? 'off' : 'polite'}>
            {status}
          </p>
          <Group gap="sm">
            <Button variant="default" onClick={busy ? cancel : onClose}>
              {busy ? 'Stop' : 'Cancel'}
            </Button>
            <Button
              type="submit"
              disabled={busy}
              className={styles.submit ?? ''}
              leftSection={busy ? <Loader size={14} color="currentColor" /> : undefined}
            >
              {busy
                ? 'Uploading'
                : `${failed > 0 ? 'Try again with' : 'Upload'} ${counted(open, 'Document', 'Documents')}`}
            </Button>
          </Group>
        </div>
      </form>
    </Dialog>
  )
}
