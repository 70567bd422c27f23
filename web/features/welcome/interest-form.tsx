import { TextInput } from '@mantine/core'
import { registerInterest } from '#schemas/resources/interest.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Leaves an e-mail address; `onDone` receives the page that the server names, and the address. */
export const InterestForm = ({ onDone }: { onDone: (url: string, email: string) => unknown }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: registerInterest,
    initial: { email: '' },
    body: (values) => values,
    onDone: ({ url }, { email }) => onDone(url, email),
  })
  return (
    <EndpointForm {...state} action={['Get started', 'Getting started']} narrow>
      <TextInput
        label="Try now FREE"
        placeholder="Your email address"
        type="email"
        autoComplete="email"
        required
        withAsterisk={false}
        {...form.getInputProps('email')}
      />
    </EndpointForm>
  )
}
