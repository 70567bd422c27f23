import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { SuccessNote } from '#web/components/success-note.tsx'
import { useUser } from '#web/lib/session.ts'

const required = { required: true, withAsterisk: false }

const SupportForm = ({ from, onSent }: { from: string; onSent: () => void }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: sendSupportMessage,
    initial: { subject: '', message: '' },
    body: (values) => values,
    onDone: onSent,
  })
  return (
    <EndpointForm {...state} action={['Send', 'Sending']} narrow>
      <TextInput label="From" description="We’ll reply to this address" readOnly value={from} />
      <TextInput label="Subject" data-autofocus {...required} {...form.getInputProps('subject')} />
      <Textarea label="Message" autosize minRows={5} maxRows={12} {...required} {...form.getInputProps('message')} />
    </EndpointForm>
  )
}

/** Sends a message to support: from, subject, message; the dialog closes after a success. */
const SupportDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { email } = useUser()
  const [sent, setSent] = useState(false)
  const close = () => {
    setSent(false)
    onClose()
  }
  return (
    <Dialog title="Support" opened={opened} onClose={close}>
      {sent ? (
        <SuccessNote title="Got It!" text="We have received your message and will respond soon!" onDone={close} />
      ) : (
        <SupportForm from={email} onSent={() => setSent(true)} />
      )}
    </Dialog>
  )
}

export default SupportDialog
