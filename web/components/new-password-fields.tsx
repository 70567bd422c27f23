import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { PasswordField } from '#web/components/password-field.tsx'

type Form = { getInputProps: (field: 'password' | 'password_confirmation') => object }

/** A new password, typed twice. */
export const NewPasswordFields = ({ form }: { form: Form }) => (
  <>
    <PasswordField
      label="New password"
      description="At least 8 characters"
      autoComplete="new-password"
      required
      {...form.getInputProps('password')}
    />
    <PasswordField
      label="Confirm password"
      autoComplete="new-password"
      required
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
