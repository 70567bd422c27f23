import { ActionIcon, Badge, Button, Loader } from '@mantine/core'
import { useId } from 'react'
import { downloadFileVersion, type FileVersion } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { Entry, EntryLine } from '#web/components/entries.tsx'
import { Icon } from '#web/components/icon.tsx'
import { contentWords, originWords } from '#web/features/files/version-words.ts'
import styles from '#web/features/files/versions-dialog.module.css'
import { urlOf } from '#web/lib/api.ts'

type Props = {
  file: SiteFile
  version: FileVersion
  onPreview: () => void
  /** Brings the version back; undefined for content that is the current one, and for users who may not change files. */
  onBringBack: (() => void) | undefined
  busy: boolean
}

/** One version: its number, content, who added it and when, its hash, and what can be done with it. */
export const VersionRow = ({ file, version, onPreview, onBringBack, busy }: Props) => {
  const heading = useId()
  const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 34 } as const
  return (
    <Entry className={styles.row}>
      <div className={styles.words}>
        <h3 id={heading} className={styles.name}>
          {`Version ${version.version}`}
          {version.is_current && (
            <Badge variant="light" size="sm" tt="none" fw={500}>
              Current
            </Badge>
          )}
        </h3>
        <EntryLine>{contentWords(version)}</EntryLine>
        <EntryLine>{originWords(version)}</EntryLine>
        <EntryLine>
          SHA-256 <code className={styles.hash}>{version.sha256}</code>
        </EntryLine>
      </div>
      <div className={styles.actions}>
        <ActionIcon {...icon} aria-label={`Preview version ${version.version}`} title="Preview" onClick={onPreview}>
          <Icon name="eye" />
        </ActionIcon>
        <ActionIcon
          {...icon}
          component="a"
          href={urlOf(downloadFileVersion, { params: { id: file.id, version: version.version } })}
          aria-label={`Download version ${version.version}`}
          title="Download"
        >
          <Icon name="download" />
        </ActionIcon>
        {onBringBack && (
          <Button
            variant="default"
            size="xs"
            aria-describedby={heading}
            disabled={busy}
            leftSection={busy ? <Loader size={14} color="currentColor" /> : undefined}
            onClick={onBringBack}
          >
            Bring back
          </Button>
        )}
      </div>
    </Entry>
  )
}
