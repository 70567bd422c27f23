import { PasswordInput } from '@mantine/core'
import { changePassword } from '#schemas/resources/passwords.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { NewPasswordFields, shownOnDemand } from '#web/components/new-password-fields.tsx'
import { Panel } from '#web/components/panel.tsx'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Changes the password (SET-08); every other browser is signed out by it. */
export const PasswordForm = () => {
  const { form, ...state } = useEndpointForm({
    endpoint: changePassword,
    initial: { current_password: '', password: '', password_confirmation: '' },
    body: (values) => values,
    onDone: () => {
      form.reset()
      void announce('Your password has been changed. You are signed out everywhere else.')
    },
  })
  return (
    <Panel title="Change password">
      <EndpointForm {...state} action={['Change password', 'Changing password']}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...shownOnDemand}
          {...form.getInputProps('current_password')}
        />
        <NewPasswordFields form={form} />
      </EndpointForm>
    </Panel>
  )
}
