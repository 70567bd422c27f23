import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { removeMember, type TeamMember } from '#schemas/resources/members.ts'
import type { Team } from '#schemas/resources/teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { refreshTeams } from '#web/features/teams/refresh.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'
import { patient } from '#web/lib/patient.ts'

const loadDialog = patient(() => import('#web/features/teams/member-dialog.tsx'))
const MemberDialog = lazy(loadDialog)

/** Edit and Remove, never on one's own row nor on the owner's (ROLE-04, ROLE-05, D-13). */
export const MemberActions = ({ team, member, about }: { team: Team; member: TeamMember; about: string }) => {
  const queries = useQueryClient()
  const [opened, setOpened] = useState(false)
  const name = member.name ?? 'this member'
  const remove = async () => {
    await ask(removeMember, { params: { teamId: team.id, userId: member.id } })
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
        <DialogPlace>
          <MemberDialog teamId={team.id} member={member} opened onClose={() => setOpened(false)} />
        </DialogPlace>
      )}
    </Group>
  )
}
