import { Text } from '@mantine/core'
import { verifyEmail } from '#schemas/resources/email-proofs.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { token: string; onDone: (redirect: string) => unknown }

/** Verifies an address with a mailed link on a click, since link scanners open links but click nothing. */
export const VerifyEmailForm = ({ token, onDone }: Props) => {
  const { form: _, ...state } = useEndpointForm({
    endpoint: verifyEmail,
    initial: {},
    body: () => ({ token }),
    onDone: ({ redirect }) => onDone(redirect),
  })
  return (
    <EndpointForm {...state} action={['Verify the address', 'Verifying the address']} narrow>
      <Text>You have opened the link that was mailed to you. Please confirm that the address is yours.</Text>
    </EndpointForm>
  )
}
