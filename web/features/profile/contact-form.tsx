import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { updateContact } from '#schemas/resources/users.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PendingEmail } from '#web/features/profile/pending-email.tsx'
import { announce } from '#web/lib/announce.ts'
import { userQuery, useUser } from '#web/lib/session.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

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
