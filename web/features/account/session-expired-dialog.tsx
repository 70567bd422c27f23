import { Button, Stack, Text } from '@mantine/core'
import { Dialog } from '#web/components/dialog.tsx'

/** Tells the user that the session has ended; the button and closing the dialog both lead to sign-in. */
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
