import { Alert } from '@mantine/core'
import type { UploadWording } from '#schemas/limits/upload-rules.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/refusals.module.css'
import type { Refused } from '#web/lib/check-uploads.ts'

type Props = { heading: string; refused: readonly Refused[] }

/** Lists what was refused of several, each with the reason; nothing where none was. */
export const Refusals = ({ heading, refused }: Props) => {
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert" size={18} />}
      role="alert"
      className={styles.container ?? ''}
    >
      <p className={styles.heading}>{heading}</p>
      <ul className={styles.list}>
        {refused.map(({ name, message }, at) => (
          // Two may have the same name, and the order of the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is its identity
          <li key={at}>
            <span className={styles.name}>{name}</span> <span>{message}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type UploadsProps = { noun: UploadWording['noun']; refused: readonly Refused[] }

/** Lists the chosen files that will not be sent. */
export const RefusedUploads = ({ noun, refused }: UploadsProps) => (
  <Refusals heading={`The following ${noun}(s) failed the upload check:`} refused={refused} />
)
