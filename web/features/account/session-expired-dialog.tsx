import { Button, Stack, Text } from '@mantine/core'
import { Dialog } from '#web/components/dialog.tsx'

/** Says that the session is over (NOTE-05); there is one way on, and closing it takes it. */
const SessionExpiredDialog = ({ onSignIn }: { onSignIn: () => void }) => (
  <Dialog title="Session expired" opened onClose={onSignIn}>
    <Stack gap="lg">
      <Text size="md">Your session has expired. Please sign in again to go on where you were.</Text>
      <Button onClick={onSignIn} data-autofocus>
        Go to sign in
      </Button>
    </Stack>
  </Dialog>
)

export default SessionExpiredDialog
