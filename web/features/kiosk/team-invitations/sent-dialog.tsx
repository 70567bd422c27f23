import { Dialog } from '#web/components/dialog.tsx'
import { SuccessNote } from '#web/components/success-note.tsx'

/** Says that an invitation to found a team was sent, and closes by itself. */
const SentDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <Dialog title="Team invitation" opened onClose={onClose}>
    <SuccessNote title="Team Invitation Sent" text={text} onDone={onClose} />
  </Dialog>
)

export default SentDialog
