import { changePassword } from '#schemas/resources/passwords.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { NewPasswordFields, RevokeTokensField } from '#web/components/new-password-fields.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Changes the password, which signs out all other browsers. */
export const PasswordForm = () => {
  const { form, ...state } = useEndpointForm({
    endpoint: changePassword,
    initial: { current_password: '', password: '', password_confirmation: '', revoke_tokens: false },
    body: (values) => values,
    onDone: () => {
      form.reset()
      void announce('Your password has been changed. You are signed out everywhere else.')
    },
  })
  return (
    <Panel title="Change password">
      <EndpointForm {...state} action={['Change password', 'Changing password']}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <NewPasswordFields form={form} />
        <RevokeTokensField form={form} />
      </EndpointForm>
    </Panel>
  )
}
