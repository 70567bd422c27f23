import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { daysInTrash } from '#schemas/records/trash.ts'
import { endLimitsOverride } from '#schemas/resources/kiosk-limits.ts'
import type { TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { deleteTeamAsOperator } from '#schemas/resources/kiosk-teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { DiscountButton } from '#web/features/kiosk/accounts/discount-button.tsx'
import { ImpersonateLink } from '#web/features/kiosk/accounts/impersonate-link.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { ImpersonateButton } from '#web/features/kiosk/users/impersonate-button.tsx'
import { callApi } from '#web/lib/api.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const limitsDialog = lazyDialog(() => import('#web/features/kiosk/teams/limits-dialog.tsx'))

type LimitedTeam = Pick<TeamProfile['team'], 'id' | 'name' | 'limits_override'>

/** Gives a team other limits, and ends them. */
export const LimitsActions = ({ team }: { team: LimitedTeam }) => {
  const { opener, outlet } = useLazyDialog(limitsDialog)
  const changed = useChanged(...accountKeys)
  const end = async () => {
    await callApi(endLimitsOverride, { params: { id: team.id } })
    await changed(`${team.name} has the limits of its plan again.`)
  }
  return (
    <>
      <Button variant="default" {...opener}>
        Change limits
      </Button>
      {outlet({ team }, JSON.stringify(team.limits_override))}
      {team.limits_override && (
        <ConfirmButton
          title="End these limits"
          question={`Are you sure you want to end these limits? ${team.name} has those of its plan or trial again, and keeps what it has.`}
          answers={['No, Go Back', 'Yes, End']}
          size="sm"
          onYes={end}
        >
          End these limits
        </ConfirmButton>
      )}
    </>
  )
}

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
