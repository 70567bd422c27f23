import { Dialog } from '#web/components/dialog.tsx'
import { ShownOnce } from '#web/components/shown-once.tsx'

/** Shows the secret of a new token, which is visible only once, with a copy button. */
const NewTokenDialog = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog title="API token" opened onClose={onClose} size="lg">
    <ShownOnce
      words="Here is your new API token. This is the only time it will be shown, so keep it in a safe place now."
      secret={token}
      what="token"
      answers={['Copy Token', 'Close']}
      onLeave={onClose}
    />
  </Dialog>
)

export default NewTokenDialog
