import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createTeam, type Team } from '#schemas/resources/teams.ts'
import { slugOf } from '#schemas/team-slug.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

const required = { required: true, withAsterisk: false, maxLength: 255 }

/** A new team: name and slug, which follows the name until somebody edits it (SET-47, STATE2-18). */
export const CreateTeamForm = ({ onCreated }: { onCreated: (team: Team) => unknown }) => {
  const queries = useQueryClient()
  const [slugByHand, setSlugByHand] = useState(false)
  const { form, ...state } = useEndpointForm({
    endpoint: createTeam,
    initial: { name: '', slug: '' },
    body: (values) => values,
    onDone: async (team) => {
      await refreshTeams(queries)
      void announce(`${team.name} has been created.`)
      onCreated(team)
    },
  })
  const nameTeam = (name: string) => {
    form.setFieldValue('name', name)
    if (!slugByHand) form.setFieldValue('slug', slugOf(name))
  }
  const editSlug = (slug: string) => {
    setSlugByHand(true)
    form.setFieldValue('slug', slug)
  }
  return (
    <Panel title="Create a team">
      <EndpointForm {...state} action={['Create Team', 'Creating Team']}>
        <TextInput
          label="Team name"
          autoComplete="organization"
          {...required}
          {...form.getInputProps('name')}
          onChange={(event) => nameTeam(event.currentTarget.value)}
        />
        <TextInput
          label="Team slug"
          description="Its short name in addresses"
          autoCapitalize="none"
          spellCheck={false}
          {...required}
          {...form.getInputProps('slug')}
          onChange={(event) => editSlug(event.currentTarget.value)}
        />
      </EndpointForm>
    </Panel>
  )
}
