import { Dialog } from '#web/components/dialog.tsx'
import { SuccessNote } from '#web/components/success-note.tsx'

type Props = { title: string; heading: string; text: string; onClose: () => void }

/** Confirms that an invitation was sent, and closes by itself. */
const SentDialog = ({ title, heading, text, onClose }: Props) => (
  <Dialog title={title} opened onClose={onClose}>
    <SuccessNote title={heading} text={text} onDone={onClose} />
  </Dialog>
)

export default SentDialog
