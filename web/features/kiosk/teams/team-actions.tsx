import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { daysInTrash } from '#schemas/records/trash.ts'
import type { TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { deleteTeamAsOperator } from '#schemas/resources/kiosk-teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { DiscountButton } from '#web/features/kiosk/accounts/discount-button.tsx'
import { ImpersonateLink } from '#web/features/kiosk/accounts/impersonate-link.tsx'
import { LimitsActions } from '#web/features/kiosk/teams/limits-actions.tsx'
import { ImpersonateButton } from '#web/features/kiosk/users/impersonate-button.tsx'
import { callApi } from '#web/lib/api.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const editPlanDialog = lazyDialog(() => import('#web/features/kiosk/teams/edit-plan-dialog.tsx'))

type Team = Pick<
  TeamProfile['team'],
  'id' | 'name' | 'owner_id' | 'owner' | 'owned_by_operator' | 'trial_ends_at' | 'limits_override'
>

const EditPlanButton = ({ team }: { team: Team }) => {
  const { opener, outlet } = useLazyDialog(editPlanDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Edit plan
      </Button>
      {outlet({ team })}
    </>
  )
}

/** The actions of an operator for a team. */
export const TeamActions = ({ team }: { team: Team }) => {
  const { id, name, owner_id, owner, owned_by_operator } = team
  const changed = useChanged(['operator'])
  const navigate = useNavigate()
  const remove = async () => {
    await callApi(deleteTeamAsOperator, { params: { id } })
    await navigate({ to: '.', hash: '/teams', hashScrollIntoView: false })
    await changed(`The team ${name} has been deleted.`)
  }
  return (
    <>
      {!owned_by_operator && <ImpersonateLink id={owner_id}>Impersonate the owner</ImpersonateLink>}
      {!owned_by_operator && <ImpersonateButton user={{ id: owner_id, name: owner.name ?? 'the owner' }} />}
      <EditPlanButton key={team.trial_ends_at} team={team} />
      <LimitsActions team={team} />
      <DiscountButton to={{ kind: 'team', id, name }} />
      <ConfirmButton
        title="Delete team"
        question={`Are you sure you want to delete ${name}? Its owner is told by mail, and its data is removed after ${daysInTrash} days. Until then it can be restored.`}
        answers={['No, Go Back', 'Yes, Delete']}
        size="sm"
        color="red"
        variant="light"
        onYes={remove}
      >
        Delete team
      </ConfirmButton>
    </>
  )
}
