import { Checkbox, TextInput } from '@mantine/core'
import { createOAuthClient, type OAuthClient, updateOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { useEndpointForm } from '#web/components/endpoint-form.tsx'
import { DialogForm } from '#web/features/oauth/dialog-form.tsx'
import { clientsQuery } from '#web/features/oauth/oauth.ts'
import { useWhoops } from '#web/features/oauth/use-whoops.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Fields = { getInputProps: (field: 'name' | 'redirect') => object }

/** The fields that are the same for a new client and a changed one. */
const ClientFields = ({ form }: { form: Fields }) => (
  <>
    <TextInput
      label="Name"
      description="Something your users will recognize and trust."
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
    <TextInput
      label="Redirect URL"
      description="Your application's authorization callback URL."
      autoComplete="off"
      inputMode="url"
      {...form.getInputProps('redirect')}
    />
  </>
)

const useDone = (onClose: () => void) => {
  const changed = useChanged(clientsQuery.queryKey)
  return async (said: string) => {
    await changed(said)
    onClose()
  }
}

const CreateForm = ({ onClose }: { onClose: () => void }) => {
  const whoops = useWhoops()
  const done = useDone(onClose)
  const { form, submit, busy } = useEndpointForm({
    endpoint: createOAuthClient,
    initial: { name: '', redirect: '', confidential: true },
    body: (values) => values,
    onProblem: whoops.onProblem,
    onDone: ({ name }) => done(`${name} has been created.`),
  })
  return (
    <DialogForm submit={submit} busy={busy} messages={whoops.messages} action="Create" onClose={onClose}>
      <ClientFields form={form} />
      <Checkbox
        label="Confidential"
        description="The client can keep a secret. Programs on phones, desktops and in browsers cannot."
        {...form.getInputProps('confidential', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}

const EditForm = ({ client, onClose }: { client: OAuthClient; onClose: () => void }) => {
  const whoops = useWhoops()
  const done = useDone(onClose)
  const { form, submit, busy } = useEndpointForm({
    endpoint: updateOAuthClient,
    params: { id: client.id },
    initial: { name: client.name, redirect: client.redirect },
    body: (values) => ({ ...values, id: client.id }),
    onProblem: whoops.onProblem,
    onDone: ({ name }) => done(`${name} has been updated.`),
  })
  return (
    <DialogForm submit={submit} busy={busy} messages={whoops.messages} action="Save Changes" onClose={onClose}>
      <ClientFields form={form} />
    </DialogForm>
  )
}

type Props = { /** Undefined for a new one. */ client?: OAuthClient; opened: boolean; onClose: () => void }

/** Creates a client, or changes one. */
const ClientDialog = ({ client, opened, onClose }: Props) => (
  <Dialog title={client ? 'Edit Client' : 'Create Client'} opened={opened} onClose={onClose}>
    {client ? <EditForm client={client} onClose={onClose} /> : <CreateForm onClose={onClose} />}
  </Dialog>
)

export default ClientDialog
