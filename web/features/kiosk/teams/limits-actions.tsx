import { Button } from '@mantine/core'
import { endLimitsOverride } from '#schemas/resources/kiosk-limits.ts'
import type { TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { callApi } from '#web/lib/api.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const limitsDialog = lazyDialog(() => import('#web/features/kiosk/teams/limits-dialog.tsx'))

type Team = Pick<TeamProfile['team'], 'id' | 'name' | 'limits_override'>

/** Gives a team other limits, and ends them. */
export const LimitsActions = ({ team }: { team: Team }) => {
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
