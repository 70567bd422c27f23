import { Button } from '@mantine/core'
import { useFileDialog, useMediaQuery } from '@mantine/hooks'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/photo-button.module.css'

type Props = { disabled: boolean; onTake: (photos: File[]) => void }

const Camera = ({ disabled, onTake }: Props) => {
  const camera = useFileDialog({
    accept: 'image/*',
    capture: 'environment',
    multiple: false,
    onChange: (photos) => onTake([...(photos ?? [])]),
  })
  return (
    <Button
      variant="light"
      size="xs"
      leftSection={<Icon name="photo" />}
      disabled={disabled}
      onClick={camera.open}
      className={styles.button ?? ''}
    >
      Take a photo
    </Button>
  )
}

/** Opens the rear camera of a phone or a tablet, and hands over its photo; nothing is shown where a mouse points. */
export const PhotoButton = (props: Props) => {
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  return touched ? <Camera {...props} /> : null
}
