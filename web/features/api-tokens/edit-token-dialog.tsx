import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ApiToken, updateApiToken } from '#schemas/resources/api-tokens.ts'
import { AbilityChoice } from '#web/components/ability-choice.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { abilitiesQuery, tokensQuery } from '#web/features/api-tokens/tokens.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Props = { token: ApiToken; onClose: () => void }

const EditTokenForm = ({ token, onClose }: Props) => {
  const changed = useChanged(tokensQuery.queryKey)
  const { data: offered = [] } = useQuery(abilitiesQuery)
  const { form, ...state } = useEndpointForm({
    endpoint: updateApiToken,
    params: { id: token.id },
    initial: { name: token.name, abilities: token.metadata.abilities },
    body: (values) => values,
    onDone: async () => {
      await changed('The token has been updated.')
      onClose()
    },
  })
  return (
    <EndpointForm {...state} action={['Update Token', 'Updating Token']} narrow>
      <TextInput label="Token name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <AbilityChoice
        title="What the token may do"
        offered={offered}
        chosen={form.values.abilities}
        onChange={(abilities) => form.setFieldValue('abilities', abilities)}
        error={form.errors.abilities}
      />
    </EndpointForm>
  )
}

/** Changes the name and the abilities of a token; its secret stays. */
const EditTokenDialog = (props: Props) => (
  <Dialog title={`Edit ${props.token.name}`} opened onClose={props.onClose} size="lg">
    <EditTokenForm {...props} />
  </Dialog>
)

export default EditTokenDialog
