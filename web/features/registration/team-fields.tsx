import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { slugOf } from '#schemas/team-slug.ts'
import type { RegistrationState } from '#web/features/registration/registration-values.ts'

const required = { required: true, withAsterisk: false }

/** The name of the new team and its slug, which follows the name until somebody edits it (STATE2-18). */
export const TeamFields = ({ form }: { form: RegistrationState }) => {
  const [slugByHand, setSlugByHand] = useState(false)
  const nameTeam = (team: string) => {
    form.setFieldValue('team', team)
    if (!slugByHand) form.setFieldValue('team_slug', slugOf(team))
  }
  const editSlug = (slug: string) => {
    setSlugByHand(true)
    form.setFieldValue('team_slug', slug)
  }
  return (
    <>
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
    </>
  )
}
