import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { updateContact } from '#schemas/resources/users.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { announce } from '#web/lib/announce.ts'
import { userQuery, useUser } from '#web/lib/session.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** The name and e-mail address of the signed-in user. */
export const ContactForm = () => {
  const queries = useQueryClient()
  const { name, email } = useUser()
  const { form, ...state } = useEndpointForm({
    endpoint: updateContact,
    initial: { name, email },
    body: (values) => values,
    onDone: (user) => {
      queries.setQueryData(userQuery.queryKey, user)
      void announce('Your contact information has been updated.')
    },
  })
  return (
    <Panel title="Contact information">
      <EndpointForm {...state} action={['Update', 'Updating']}>
        <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" autoComplete="email" {...form.getInputProps('email')} />
      </EndpointForm>
    </Panel>
  )
}
