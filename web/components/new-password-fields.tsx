import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { PasswordInput } from '@mantine/core'

type Form = { getInputProps: (field: 'password' | 'password_confirmation') => object }

/** What stands beside every password field: a button that shows what is typed, reachable by keyboard. */
export const shownOnDemand = {
  visibilityToggleButtonProps: { 'aria-label': 'Show what is typed', tabIndex: 0 },
} as const

/** A new password, typed twice (ENT2-18). */
export const NewPasswordFields = ({ form }: { form: Form }) => (
  <>
    <PasswordInput
      label="New password"
      description="At least 8 characters"
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...shownOnDemand}
      {...form.getInputProps('password')}
    />
    <PasswordInput
      label="Confirm password"
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...shownOnDemand}
      {...form.getInputProps('password_confirmation')}
    />
  </>
)
