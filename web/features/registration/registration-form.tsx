import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Anchor, Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Plan } from '#schemas/billing/plans.ts'
import { asksVat } from '#schemas/billing/vat.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { type Registration, register } from '#schemas/resources/registration.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import { useCountryGuess } from '#web/components/address/regions.ts'
import { type Card, cardError, refusedCard } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { TeamFields } from '#web/components/team-fields.tsx'
import addressFieldsStyles from '#web/features/registration/address-fields.module.css'
import { CouponNote } from '#web/features/registration/coupon-note.tsx'
import { PlanPicker } from '#web/features/registration/plan-picker.tsx'
import { asksCard, planOf } from '#web/features/registration/plan-terms.ts'
import styles from '#web/features/registration/registration-form.module.css'
import {
  type Invited,
  type RegistrationState,
  type RegistrationValues,
  startingValues,
} from '#web/features/registration/registration-values.ts'
import { useCoupon } from '#web/features/registration/use-coupon.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { collectsVat } from '#web/lib/settings.ts'
import { useTaxRate } from '#web/lib/use-tax-rate.ts'

const addressFields = ['country', 'address', 'address_line_2', 'city', 'state', 'zip', 'vat_id'] as const

type AddressFieldsProps = {
  form: RegistrationState
  /** Whether something is paid now, so that there is an invoice. */
  billed: boolean
}

/** The billing address, which nobody has to give; the country is guessed. */
const AddressFields = ({ form, billed }: AddressFieldsProps) => (
  <details
    className={addressFieldsStyles.details}
    open={billed || addressFields.some((field) => form.errors[field]) || undefined}
  >
    <summary className={addressFieldsStyles.summary}>
      {billed ? 'Billing address' : 'Billing address (optional)'}
    </summary>
    <div className={addressFieldsStyles.fields}>
      <AddressInputs form={form} />
      {asksVat(collectsVat(), form.values.country) && (
        <TextInput label="VAT ID" autoCapitalize="characters" spellCheck={false} {...form.getInputProps('vat_id')} />
      )}
    </div>
  </details>
)

const required = { required: true, withAsterisk: false }

const plansQuery = oneQuery(listPlans)

/**
 * The request body: a user who joins a team sends no team name and no plan. The server validates the accepted terms.
 */
const bodyOf = (
  { team, team_slug, plan: _, vat_id, ...values }: RegistrationValues,
  plan: Plan | undefined,
  coupon: string,
  { invitation, teamInvitation }: Invited,
) =>
  ({
    ...values,
    coupon,
    vat_id: asksVat(collectsVat(), values.country) ? vat_id : '',
    ...(invitation ? { invitation: invitation.code } : { team, team_slug, plan: plan?.id ?? null }),
    ...(teamInvitation ? { team_invitation: teamInvitation } : {}),
  }) as unknown as Registration

/** A token of the provider's form, which has to be loaded by then. */
const tokenOf = (card: Card | null) => {
  if (!card) throw refusedCard('The card form has not loaded yet. Please try again.')
  return card.token()
}

type Props = { invited: Invited; onSignedIn: (redirect: string) => unknown }

/** Registers a user, who creates a team or joins one; `onSignedIn` receives the address that the server names. */
export const RegistrationForm = ({ invited, onSignedIn }: Props) => {
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: !invited.invitation })
  const card = useRef<Card>(null)
  const { coupon, refuse } = useCoupon(invited.coupon)
  const { form, ...state } = useEndpointForm({
    endpoint: register,
    initial: startingValues(invited),
    // The card first, and the registration with its token.
    prepare: async (values) =>
      asksCard(planOf(plans, values.plan)) ? { ...values, ...(await tokenOf(card.current)) } : values,
    body: (values) => bodyOf(values, planOf(plans, values.plan), coupon?.invalid ? '' : (coupon?.code ?? ''), invited),
    onProblem: (problem) => {
      if (!(problem instanceof ApiProblem && problem.errors.coupon)) return false
      refuse()
      return true
    },
    onDone: ({ redirect }) => onSignedIn(redirect),
  })
  const { setFieldValue } = form
  const setCountry = useCallback((country: string) => setFieldValue('country', country), [setFieldValue])
  useCountryGuess(form.isTouched('country'), setCountry)

  const rate = useTaxRate(form.values)
  const plan = planOf(plans, form.values.plan)
  const pays = asksCard(plan)

  return (
    <EndpointForm {...state} action={[pays ? 'Pay and create account' : 'Create account', 'Creating account']} narrow>
      <TextInput label="Name" autoComplete="name" {...required} {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="email" {...required} {...form.getInputProps('email')} />
      <PasswordField
        label="Password"
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
            plans={plans}
            chosen={plan}
            onChange={(id) => form.setFieldValue('plan', id)}
            vat={{ place: form.values, rate }}
            error={form.errors.plan}
          />
          {coupon && <CouponNote coupon={coupon} pays={pays} />}
          {pays && (
            <div className={styles.card}>
              <CardField ref={card} error={cardError(form.errors)} />
            </div>
          )}
          <AddressFields form={form} billed={pays} />
        </>
      )}
      <Checkbox
        label={
          <>
            I accept the{' '}
            <Anchor href="/terms" target="_blank" rel="noopener" underline="always" inherit>
              terms of service
            </Anchor>
          </>
        }
        required
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
      <p role="status" className={styles.waiting}>
        {pays && state.busy && 'The payment is under way. This takes up to half a minute; please stay on this page.'}
      </p>
    </EndpointForm>
  )
}
