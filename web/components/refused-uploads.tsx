import { Alert } from '@mantine/core'
import type { UploadWording } from '#schemas/limits/upload-rules.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/refused-uploads.module.css'
import type { Refused } from '#web/lib/check-uploads.ts'

type Props = { noun: UploadWording['noun']; refused: readonly Refused[] }

/** Lists the chosen files that will not be sent, each with the reason. */
export const RefusedUploads = ({ noun, refused }: Props) => {
  if (refused.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert" size={18} />}
      role="alert"
      className={styles.container ?? ''}
    >
      <p className={styles.heading}>{`The following ${noun}(s) failed the upload check:`}</p>
      <ul className={styles.list}>
        {refused.map(({ name, message }, at) => (
          // Two refused files may have the same name, and the order of the list never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the file's identity
          <li key={at}>
            <span className={styles.name}>{name}</span> <span>{message}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
