import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Registration, register } from '#schemas/resources/registration.ts'
import { slugOf } from '#schemas/team-slug.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

const blank = {
  name: '',
  email: '',
  password: '',
  password_confirmation: '',
  team: '',
  team_slug: '',
  terms: false,
}
const eye = { 'aria-label': 'Show what is typed', tabIndex: 0 }
const required = { required: true, withAsterisk: false }

/** Registers a user with a team of their own; `onSignedIn` gets the address that the server names (REG-08, REG-15). */
export const RegistrationForm = ({ onSignedIn }: { onSignedIn: (redirect: string) => unknown }) => {
  const [slugByHand, setSlugByHand] = useState(false)
  const { form, ...state } = useEndpointForm({
    endpoint: register,
    initial: blank,
    // Terms that are not accepted are sent as they are: the server says what is missing.
    body: (values) => values as Registration,
    onDone: ({ redirect }) => onSignedIn(redirect),
  })

  const nameTeam = (team: string) => {
    form.setFieldValue('team', team)
    // The slug follows the name until somebody edits it (STATE2-18).
    if (!slugByHand) form.setFieldValue('team_slug', slugOf(team))
  }
  const editSlug = (slug: string) => {
    setSlugByHand(true)
    form.setFieldValue('team_slug', slug)
  }

  return (
    <EndpointForm {...state} action={['Create account', 'Creating account']} narrow>
      <TextInput label="Name" autoComplete="name" {...required} {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="email" {...required} {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        description="At least 8 characters"
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...required}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...required}
        {...form.getInputProps('password_confirmation')}
      />
      <TextInput
        label="Team"
        description="Your company or department"
        autoComplete="organization"
        {...required}
        {...form.getInputProps('team')}
        onChange={(event) => nameTeam(event.currentTarget.value)}
      />
      <TextInput
        label="Team slug"
        description="Its short name in addresses"
        autoCapitalize="none"
        spellCheck={false}
        {...required}
        {...form.getInputProps('team_slug')}
        onChange={(event) => editSlug(event.currentTarget.value)}
      />
      <Checkbox label="I accept the terms of service" required {...form.getInputProps('terms', { type: 'checkbox' })} />
    </EndpointForm>
  )
}
