import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addClient } from '#schemas/resources/clients.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** 'Add a Client': a name (CLNT-07). */
export const AddClientForm = () => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: addClient,
    initial: { name: '' },
    body: (values) => values,
    onDone: ({ name }) => {
      form.reset()
      void reload(queries, 'clients')
      void announce(`${name} has been added.`)
    },
  })
  return (
    <Panel title="Add a Client">
      <EndpointForm {...state} action={['Add Client', 'Adding Client']}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      </EndpointForm>
    </Panel>
  )
}
