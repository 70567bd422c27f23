import type { useForm } from '@mantine/form'
import { slugOf } from '#schemas/team-slug.ts'
import { defaultCountry } from '#web/features/registration/places.ts'

/** What a mailed link tells before anything is typed. */
export type Invited = {
  /** The code of an invitation to join a team, whose name is `team`. */
  invitation?: { code: string; team: string }
  /** The id of an operator's invitation to found one. */
  teamInvitation?: string
  name?: string
  email?: string
  team?: string
}

/** The form as it starts (REG-08, REG-09). */
export const startingValues = ({ name = '', email = '', team = '' }: Invited) => ({
  name,
  email,
  password: '',
  password_confirmation: '',
  team,
  team_slug: slugOf(team),
  plan: 'free',
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

/** The form itself, as its parts are given it. */
export type RegistrationState = ReturnType<typeof useForm<RegistrationValues>>
