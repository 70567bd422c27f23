import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { TeamMember } from '#schemas/resources/members.ts'
import { removeMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadDialog = retryingImport(() => import('#web/features/teams/member-dialog.tsx'))
const MemberDialog = lazy(loadDialog)

/** Edit and Remove, except for the user's own row and the owner's (D-13). */
export const MemberActions = ({ team, member, about }: { team: Team; member: TeamMember; about: string }) => {
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const name = member.name ?? 'this member'
  const remove = async () => {
    await callApi(removeMember, { params: { teamId: team.id, userId: member.id } })
    await refreshTeams(queries)
    void announce(`${name} has been removed.`)
  }
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        size="xs"
        aria-haspopup="dialog"
        aria-describedby={about}
        onClick={() => setOpened(true)}
        onPointerEnter={() => void loadDialog()}
      >
        Edit
      </Button>
      <ConfirmButton
        title="Remove member"
        question={`Are you sure you want to remove ${name} from ${team.name}?`}
        answers={['No, Go Back', 'Yes, Remove']}
        about={about}
        onYes={remove}
      >
        Remove
      </ConfirmButton>
      {opened && (
        <DialogOutlet>
          <MemberDialog teamId={team.id} member={member} opened onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </Group>
  )
}
