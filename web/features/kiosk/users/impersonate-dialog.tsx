import { Text, TextInput } from '@mantine/core'
import { startImpersonation } from '#schemas/resources/impersonation.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'

type Props = { user: { id: string; name: string }; opened: boolean; onClose: () => void }

/** Asks why an operator acts for a user, and leads to the user's dashboard (D-64). */
const ImpersonateDialog = ({ user: { id, name }, opened, onClose }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: startImpersonation,
    params: { id },
    initial: { reason: '' },
    body: (values) => values,
    // A full page load, for the session is then theirs.
    onDone: () => window.location.assign('/dashboard'),
  })
  return (
    <Dialog title={`Act as ${name}`} opened={opened} onClose={onClose}>
      <Text size="md">
        {`It ends by itself after an hour. ${name} is told afterwards that it was you, and reads the reason.`}
      </Text>
      <EndpointForm {...state} action={['Impersonate', 'Impersonating']} narrow>
        <TextInput label="Reason" autoComplete="off" maxLength={255} {...form.getInputProps('reason')} data-autofocus />
      </EndpointForm>
    </Dialog>
  )
}

export default ImpersonateDialog
