import { Text } from '@mantine/core'
import { Dialog } from '#web/components/dialog.tsx'

/** Says that an action failed. */
const SorryDialog = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <Dialog title="Sorry, An Error Occurred!" opened onClose={onClose}>
    <Text size="md">{message}</Text>
  </Dialog>
)

export default SorryDialog
