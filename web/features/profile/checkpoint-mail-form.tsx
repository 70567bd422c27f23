import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseCheckpointMail, showCheckpointMail } from '#schemas/resources/log-proofs.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'

const query = oneQuery(showCheckpointMail)

const Fields = ({ daily }: { daily: boolean }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: chooseCheckpointMail,
    initial: { daily },
    body: (values) => values,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: query.queryKey })
      void announce('Your choice has been updated.')
    },
  })
  return (
    <EndpointForm {...state} action={['Update choice', 'Updating choice']} narrow>
      <Checkbox
        label="Email me the newest checkpoint once a day"
        description="A signed line by which any later change of the history shows. Keep these mails."
        {...form.getInputProps('daily', { type: 'checkbox' })}
      />
    </EndpointForm>
  )
}

/** Whether a reader of the history is mailed what it is proved by. */
export const CheckpointMailForm = () => {
  const choice = useQuery(query)
  return (
    <Panel title="Checkpoints of the log">
      <ChoicesFailure choices={choice} />
      {choice.data && <Fields {...choice.data} />}
    </Panel>
  )
}
