import { registerInterest } from '#schemas/resources/interest.ts'
import { EmailField } from '#web/components/email-field.tsx'
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
      <EmailField
        label="Try now FREE"
        placeholder="Your email address"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
    </EndpointForm>
  )
}
