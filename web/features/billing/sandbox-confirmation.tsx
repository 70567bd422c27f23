import type { ConfirmationProps } from '#web/components/card/card.ts'
import { ProviderFrame } from '#web/components/card/provider-frame.tsx'
import { Dialog } from '#web/components/dialog.tsx'

type Heard = { type: 'confirmed'; outcome: 'succeeded' | 'failed' } | { type: 'error'; message: string }

/** The dialog of a bank, in the payment sandbox. */
const SandboxConfirmation = ({ secret, onAnswered, onClose }: ConfirmationProps) => (
  <Dialog title="Confirm with your bank" opened onClose={onClose} steady>
    <ProviderFrame
      path={`/confirm?${new URLSearchParams({ client_secret: secret })}`}
      title="Your bank"
      onMessage={({ type }: Heard) => type === 'confirmed' && onAnswered()}
    />
  </Dialog>
)

export default SandboxConfirmation
