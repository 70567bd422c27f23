import { Dialog } from '#web/components/dialog.tsx'
import { SuccessNote } from '#web/components/success-note.tsx'

/** Says that something worked and closes by itself (CONST2-04). */
const NoteDialog = ({ title, text = '', onClose }: { title: string; text?: string; onClose: () => void }) => (
  <Dialog title={title} opened onClose={onClose}>
    <SuccessNote title={title} text={text} onDone={onClose} />
  </Dialog>
)

export default NoteDialog
