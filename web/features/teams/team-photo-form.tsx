import { useQuery } from '@tanstack/react-query'
import type { Team } from '#schemas/resources/teams.ts'
import { showTeam, uploadTeamPhoto } from '#schemas/resources/teams.ts'
import { Panel } from '#web/components/panel.tsx'
import { PictureForm } from '#web/components/picture-form.tsx'
import { oneQuery } from '#web/lib/queries.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** Milliseconds between two checks whether the new photo is ready. */
const pollInterval = 1000

/** The photo of a team, with a preview. */
export const TeamPhotoForm = ({ team: { id, name, photo_url, photo_state } }: { team: Team }) => {
  const changed = useChanged()
  useQuery({ ...oneQuery(showTeam, { id }), refetchInterval: photo_state === 'pending' ? pollInterval : false })
  return (
    <Panel title="Team photo">
      <PictureForm
        endpoint={uploadTeamPhoto}
        params={{ id }}
        name={name}
        current={photo_url}
        state={photo_state}
        onDone={async () => {
          await changed('The photo is being prepared.')
        }}
      />
    </Panel>
  )
}
