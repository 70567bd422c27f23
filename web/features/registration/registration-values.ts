import type { useForm } from '@mantine/form'
import { slugOf } from '#schemas/records/team-slug.ts'
import { defaultCountry } from '#web/components/address/regions.ts'
import { noCard } from '#web/components/card/card.ts'

/** The data of a mailed invitation link. */
export type Invited = {
  /** The code of an invitation to join a team, whose name is `team`. */
  invitation?: { code: string; team: string }
  /** The id of an operator's invitation to create a team. */
  teamInvitation?: string
  name?: string
  email?: string
  team?: string
  /** The code of a coupon. */
  coupon?: string
}

/** The initial values of the form. */
export const startingValues = ({ name = '', email = '', team = '' }: Invited) => ({
  name,
  email,
  password: '',
  password_confirmation: '',
  team,
  team_slug: slugOf(team),
  /** Empty: the free plan, where there is one. */
  plan: '',
  /** Of the card, once the provider's form has returned it; its refusal is shown under the card number. */
  ...noCard,
  address: '',
  address_line_2: '',
  city: '',
  state: '',
  zip: '',
  country: defaultCountry,
  vat_id: '',
  terms: false,
})

export type RegistrationValues = ReturnType<typeof startingValues>

/** The form as its parts receive it. */
export type RegistrationState = ReturnType<typeof useForm<RegistrationValues>>
