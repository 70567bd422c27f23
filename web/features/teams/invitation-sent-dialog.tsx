import { Dialog } from '#web/components/dialog.tsx'
import { SuccessNote } from '#web/components/success-note.tsx'

/** Confirms that an invitation was sent, and closes by itself. */
const InvitationSentDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <Dialog title="Invitation" opened onClose={onClose}>
    <SuccessNote title="Invitation Sent" text={text} onDone={onClose} />
  </Dialog>
)

export default InvitationSentDialog
