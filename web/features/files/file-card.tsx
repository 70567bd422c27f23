import { Badge, Button, Card } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { useId } from 'react'
import { downloadFile, type SiteFile } from '#schemas/resources/files.ts'
import { Icon } from '#web/components/icon.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import styles from '#web/features/files/file-card.module.css'
import { FilePlace } from '#web/features/files/file-place.tsx'
import { previewAtom } from '#web/features/files/previewed-file.ts'
import { urlOf } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { useCan } from '#web/lib/session.ts'

const kinds: Record<string, string> = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' }

/** A file: picture, name, size and type, labels, where it lies, who added it, and its buttons (FILE-18 to FILE-29). */
export const FileCard = ({ file }: { file: SiteFile }) => {
  const can = useCan()
  const heading = useId()
  const show = useSetAtom(previewAtom)
  const labels = file.categories.length > 0 ? file.categories.map(({ name }) => name) : ['Uncategorised']
  const adder = file.created_by_user.name ?? 'an erased person'
  return (
    <Card component="article" aria-labelledby={heading} padding={0} className={styles.card}>
      <div className={styles.picture}>
        <Thumbnail
          src={file.thumbnail_url}
          icon={file.mime_type.startsWith('image/') ? 'photo' : 'file'}
          {...(file.thumbnail_state === 'pending' ? { note: 'Preparing the picture…' } : {})}
        />
      </div>
      <div className={styles.words}>
        <h2 id={heading} className={styles.name}>
          {file.name}
        </h2>
        <p className={styles.line}>{`${file.human_readable_size} · ${kinds[file.type] ?? file.type}`}</p>
        <ul className={styles.labels} aria-label="Categories">
          {labels.map((label) => (
            <li key={label}>
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {label}
              </Badge>
            </li>
          ))}
        </ul>
        <FilePlace file={file} />
        {can('files.create') && <p className={styles.line}>{`Added by ${adder} on ${longDate(file.created_at)}`}</p>}
      </div>
      {can('files.view') && (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="eye" size={15} />}
            aria-describedby={heading}
            onClick={() => show({ file, opened: true })}
          >
            Preview
          </Button>
          <Button
            component="a"
            href={urlOf(downloadFile, { params: { id: file.id } })}
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={15} />}
            aria-describedby={heading}
          >
            Download
          </Button>
        </div>
      )}
    </Card>
  )
}
