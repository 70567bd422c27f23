import { useQuery, useQueryClient } from '@tanstack/react-query'
import { uploadPhoto } from '#schemas/resources/users.ts'
import { Panel } from '#web/components/panel.tsx'
import { PictureForm } from '#web/components/picture-form.tsx'
import { announce } from '#web/lib/announce.ts'
import { userQuery, useUser } from '#web/lib/session.ts'

/** Milliseconds between two checks whether the new photo is ready. */
const pollInterval = 1000

/** The profile photo, with a preview. */
export const PhotoForm = () => {
  const queries = useQueryClient()
  const { name, photo_url, photo_state } = useUser()
  useQuery({ ...userQuery, refetchInterval: photo_state === 'pending' ? pollInterval : false })
  return (
    <Panel title="Profile photo">
      <PictureForm
        endpoint={uploadPhoto}
        name={name}
        current={photo_url}
        state={photo_state}
        onDone={(user) => {
          queries.setQueryData(userQuery.queryKey, user)
          void announce('Your photo is being prepared.')
        }}
      />
    </Panel>
  )
}
