import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Anchor, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import type { Registration } from '#schemas/resources/registration.ts'
import { useCountryGuess } from '#web/components/address/regions.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { TeamFields } from '#web/components/team-fields.tsx'
import { AddressFields } from '#web/features/registration/address-fields.tsx'
import { PlanPicker } from '#web/features/registration/plan-picker.tsx'
import {
  type Invited,
  type RegistrationValues,
  startingValues,
} from '#web/features/registration/registration-values.ts'
import { register } from '#web/lib/calls/registration.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

const eye = { 'aria-label': 'Show the password', tabIndex: 0 }
const required = { required: true, withAsterisk: false }

/**
 * The request body: a user who joins a team sends no team name and no plan. The server validates the accepted terms.
 */
const bodyOf = ({ team, team_slug, plan, ...values }: RegistrationValues, { invitation, teamInvitation }: Invited) =>
  ({
    ...values,
    ...(invitation ? { invitation: invitation.code } : { team, team_slug, plan }),
    ...(teamInvitation ? { team_invitation: teamInvitation } : {}),
  }) as unknown as Registration

type Props = { invited: Invited; onSignedIn: (redirect: string) => unknown }

/**
 * Registers a user, who creates a team or joins one; `onSignedIn` receives the address that the server names (REG-15).
 */
export const RegistrationForm = ({ invited, onSignedIn }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: register,
    initial: startingValues(invited),
    body: (values) => bodyOf(values, invited),
    onDone: ({ redirect }) => onSignedIn(redirect),
  })
  const { setFieldValue } = form
  const setCountry = useCallback((country: string) => setFieldValue('country', country), [setFieldValue])
  useCountryGuess(form.isTouched('country'), setCountry)

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
      {!invited.invitation && (
        <>
          <TeamFields
            label="Team"
            description="Your company or department"
            name={form.getInputProps('team')}
            slug={form.getInputProps('team_slug')}
            onName={(team) => form.setFieldValue('team', team)}
            onSlug={(slug) => form.setFieldValue('team_slug', slug)}
          />
          <PlanPicker
            value={form.getValues().plan}
            onChange={(plan) => form.setFieldValue('plan', plan)}
            error={form.errors.plan}
          />
          <AddressFields form={form} />
        </>
      )}
      <Checkbox
        label={
          <>
            I accept the{' '}
            <Anchor href="/terms" target="_blank" rel="noopener" underline="always">
              terms of service
            </Anchor>
          </>
        }
        required
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
    </EndpointForm>
  )
}
