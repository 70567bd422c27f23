import { useQueryClient } from '@tanstack/react-query'
import { addClient } from '#schemas/resources/clients.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { Panel } from '#web/components/panel.tsx'
import { clientFields } from '#web/features/clients/client-fields.tsx'
import { reload } from '#web/lib/affected.ts'
import { blankValues, bodyFrom } from '#web/lib/form-fields.ts'

/** 'Add a Client': a name. */
export const AddClientForm = () => {
  const queries = useQueryClient()
  const own = useOwn('clients')?.inputs
  const fields = { ...clientFields, ...own } as typeof clientFields
  const { form, ...state } = useEndpointForm({
    endpoint: addClient,
    initial: blankValues(fields),
    body: (values) => bodyFrom(fields, values),
    onDone: (added) => {
      form.setValues(blankValues(fields))
      void reload(queries, 'clients')
      void announceAdded('clients', added)
    },
  })
  return (
    <Panel title="Add a Client">
      <EndpointForm {...state} action={['Add Client', 'Adding Client']}>
        <FormInputs fields={fields} form={form} />
      </EndpointForm>
    </Panel>
  )
}
