import { useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#schemas/resources/passwords.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { TextLink } from '#web/components/links.tsx'
import { NewPasswordFields, RevokeTokensField } from '#web/components/new-password-fields.tsx'
import { announce } from '#web/lib/announce.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'

type Props = { token: string; onDone: (redirect: string) => unknown }

/** Sets a new password with the secret of a mailed link (D-80). */
const NewPasswordForm = ({ token, onDone }: Props) => {
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

/** Sets a new password with a mailed link, whose secret follows the '#' (D-80). */
const NewPasswordPage = () => {
  const token = usePageHash()
  const navigate = useNavigate()
  const done = async () => {
    await navigate({ to: '/login', replace: true })
    await announce('Your new password is set. Please sign in with it.')
  }
  return (
    <GuestPage
      title="Set a new password"
      lead="You will be signed out everywhere else."
      other={
        <TextLink to="/password/forgotten" underline="always">
          Ask for another link
        </TextLink>
      }
    >
      <NewPasswordForm token={token} onDone={done} />
    </GuestPage>
  )
}

export default NewPasswordPage
