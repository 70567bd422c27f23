import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { updateContact, uploadPhoto } from '#schemas/resources/users.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PictureForm } from '#web/components/picture-form.tsx'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { userQuery, useUser } from '#web/lib/session.ts'

/** Milliseconds between two checks whether the new photo is ready. */
const pollInterval = 1000

/** The profile photo, with a preview. */
export const PhotoForm = () => {
  const queries = useQueryClient()
  const { name, photo_url, photo_state } = useUser()
  useQuery({ ...userQuery, refetchInterval: photo_state === 'pending' ? pollInterval : false })
  return (
    <Panel title="Profile photo">
      <PictureForm
        endpoint={uploadPhoto}
        name={name}
        current={photo_url}
        state={photo_state}
        onDone={(user) => {
          queries.setQueryData(userQuery.queryKey, user)
          void announce('Your photo is being prepared.')
        }}
      />
    </Panel>
  )
}

const inText = 'var(--mantine-color-text)'

/**
 * Tells of the address whose link is still to be followed, sends the link again, or drops the address. It tells the same
 * of an address that somebody else has, so that nobody learns who has an account.
 */
const PendingEmail = ({ pending, onDropped }: { pending: string; onDropped: () => void }) => {
  const queries = useQueryClient()
  const { name, email } = useUser()
  const change = useMutation({
    mutationFn: async (wanted: 'link' | 'no change') => {
      const address = wanted === 'link' ? { email: pending, pending_email: pending } : { email, pending_email: null }
      return (await callApi(updateContact, { body: { name, ...address } })).data
    },
    onSuccess: (user, wanted) => {
      queries.setQueryData(userQuery.queryKey, user)
      if (wanted === 'no change') onDropped()
      void announce(wanted === 'link' ? 'The link is on its way.' : `Your email address stays ${user.email}.`)
    },
    onError: announceFailure,
  })
  return (
    <Alert
      color="blue"
      variant="light"
      role="status"
      mt="md"
      title="Your new email address is not verified yet"
      icon={<Icon name="mail" size={18} />}
      styles={{ title: { color: inText } }}
    >
      <Text size="md" c={inText}>
        We sent a link to <strong>{pending}</strong>. Until you follow it, you sign in with <strong>{email}</strong>. An
        address that has an account already gets no link.
      </Text>
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" disabled={change.isPending} onClick={() => change.mutate('link')}>
          Send link again
        </Button>
        <Button size="xs" variant="default" disabled={change.isPending} onClick={() => change.mutate('no change')}>
          Cancel change
        </Button>
      </Group>
    </Alert>
  )
}

/** The name and e-mail address of the signed-in user. A new address may be pending for a while. */
export const ContactForm = () => {
  const queries = useQueryClient()
  const { name, email, pending_email } = useUser()
  const emailInput = useRef<HTMLInputElement>(null)
  const { form, ...state } = useEndpointForm({
    endpoint: updateContact,
    initial: { name, email },
    body: (values) => ({ ...values, pending_email }),
    onDone: (user, typed) => {
      queries.setQueryData(userQuery.queryKey, user)
      form.setFieldValue('email', user.email)
      const isPending = typed.email.trim() !== user.email
      void announce(isPending ? 'The link is on its way.' : 'Your contact information has been updated.')
    },
  })
  return (
    <Panel title="Contact information">
      <EndpointForm {...state} action={['Update', 'Updating']}>
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput ref={emailInput} label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
      </EndpointForm>
      {pending_email !== null && <PendingEmail pending={pending_email} onDropped={() => emailInput.current?.focus()} />}
    </Panel>
  )
}
