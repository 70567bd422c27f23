import { resetPassword } from '#schemas/resources/passwords.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { NewPasswordFields, RevokeTokensField } from '#web/components/new-password-fields.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { token: string; onDone: (redirect: string) => unknown }

/** Sets a new password with the secret of a mailed link (D-80). */
export const NewPasswordForm = ({ token, onDone }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: resetPassword,
    initial: { password: '', password_confirmation: '', revoke_tokens: false },
    body: (values) => ({ token, ...values }),
    onDone: ({ redirect }) => onDone(redirect),
  })
  return (
    <EndpointForm {...state} action={['Set password', 'Setting password']} narrow>
      <NewPasswordFields form={form} />
      <RevokeTokensField form={form} />
    </EndpointForm>
  )
}
