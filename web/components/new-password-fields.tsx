import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, PasswordInput } from '@mantine/core'

type Form = { getInputProps: (field: 'password' | 'password_confirmation') => object }

/** The toggle in every password field that shows the password, reachable by keyboard. */
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

type TokensForm = { getInputProps: (field: 'revoke_tokens', options: { type: 'checkbox' }) => object }

/** Offers to end what may have been made with the former password. */
export const RevokeTokensField = ({ form }: { form: TokensForm }) => (
  <Checkbox
    label="Revoke my API tokens as well"
    description="And my personal access tokens, and the access of authorized applications. Programs that use one stop working at once"
    {...form.getInputProps('revoke_tokens', { type: 'checkbox' })}
  />
)
