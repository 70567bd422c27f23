import { Badge } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { ButtonLink } from '#web/components/links.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { type Account, billingOf, useFollowed, useRefreshBilling } from '#web/features/billing/account.ts'
import { BankConfirmation } from '#web/features/billing/bank-confirmation.tsx'
import { BillingNotices } from '#web/features/billing/billing-notices.tsx'
import { CurrentPlan } from '#web/features/billing/current-plan.tsx'
import { DiscountPanel } from '#web/features/billing/discount-panel.tsx'
import { PlanList } from '#web/features/billing/plan-list.tsx'
import { activePlan, badgeOf, liveSubscription } from '#web/features/billing/plan-words.ts'
import { usePayerConfirmation } from '#web/features/billing/use-payer-confirmation.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { teamsQuery, useUser } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** The way to the subscriptions of the user's teams, which a team that needs one sends them here for. */
const OwnedTeams = () => {
  const { id } = useUser()
  const teams = useSuspenseQuery(teamsQuery).data.filter(({ owner_id }) => owner_id === id)
  if (teams.length === 0) return null
  return (
    <Panel title="Your teams" wide>
      <Rows label="Your teams">
        {teams.map((team) => {
          const { text, color } = badgeOf(team.state)
          return (
            <Row
              key={team.id}
              name={team.name}
              picture={team.photo_url}
              badge={
                <Badge variant="dot" size="md" color={color} tt="none">
                  {text}
                </Badge>
              }
              actions={(about) => (
                <ButtonLink
                  to="/settings/$teams/$id"
                  params={{ teams: teamWord(), id: team.id }}
                  hash="/subscription"
                  variant="default"
                  size="xs"
                  aria-describedby={about}
                >
                  Subscription of the team
                </ButtonLink>
              )}
            />
          )
        })}
      </Rows>
    </Panel>
  )
}

const ChangePlanDialog = lazy(retryingImport(() => import('#web/features/billing/change-plan-dialog.tsx')))
const ConfirmDialog = lazy(retryingImport(() => import('#web/components/confirm-dialog.tsx')))

type Open = { plan: Plan; opened: boolean }

/** When the present plan ends if it is cancelled now. */
const endOf = (billing: Billing): string => {
  const live = liveSubscription(billing)
  const end = live?.trial_ends_at ?? live?.period_ends_at
  return end ? longDate(end) : 'the end of the period that is paid for'
}

/** The subscription of a team or of the user: what there is, and what it can become. */
export const SubscriptionTab = ({ account }: { account: Account }) => {
  useFollowed(account)
  const plans = useSuspenseQuery(oneQuery(listPlans)).data
  const refresh = useRefreshBilling()
  const confirmation = usePayerConfirmation(account)
  const [choice, setChoice] = useState<Open>()
  const [cancelling, setCancelling] = useState<boolean>()
  const { billing } = account
  const planName = activePlan(plans, billing)?.name ?? 'The plan'

  // Another tab may have made the same change, or a lost line hidden that it was made.
  const live = liveSubscription(billing)
  const isMade = live !== undefined && live.provider_plan === choice?.plan.id && live.ends_at === null

  const choose = (plan: Plan) => (isFree(plan) ? setCancelling(true) : setChoice({ plan, opened: true }))
  const changed = (to: Plan, { payment_action, billing_order }: Billing) => {
    // Its dialog may have been closed by news of the change, and another one opened since.
    setChoice((before) => (before?.plan === to ? { ...before, opened: false } : before))
    if (payment_action) confirmation.begin()
    else if (!billing_order) void announce('Your subscription has been updated.')
  }
  const cancel = async () => {
    const { calls, params } = billingOf(account)
    try {
      await callApi(calls.cancel, { params })
    } finally {
      await refresh()
    }
    void announce('Your subscription has been cancelled.')
  }
  return (
    <>
      <BillingNotices billing={billing} confirmation={confirmation} />
      <CurrentPlan account={account} plans={plans} onResume={choose} onCancel={() => setCancelling(true)} />
      <PlanList account={account} plans={plans} onChoose={choose} />
      <DiscountPanel account={account} />
      {account.kind === 'user' && <OwnedTeams />}
      {choice && (
        <DialogOutlet about={choice}>
          <ChangePlanDialog
            key={choice.plan.id}
            account={account}
            plan={choice.plan}
            opened={choice.opened && !isMade}
            onClose={() => setChoice({ ...choice, opened: false })}
            onDone={(after) => changed(choice.plan, after)}
          />
        </DialogOutlet>
      )}
      {cancelling !== undefined && (
        <DialogOutlet about={cancelling}>
          <ConfirmDialog
            title="Cancel subscription"
            question={`Are you sure you want to cancel? ${planName} stays until ${endOf(billing)}. A credit that is left then is kept, and taken off if you subscribe again.`}
            answers={['No, Go Back', 'Yes, Cancel']}
            opened={cancelling}
            onClose={() => setCancelling(false)}
            onYes={cancel}
          />
        </DialogOutlet>
      )}
      {confirmation.secret && (
        <BankConfirmation
          secret={confirmation.secret}
          onAnswered={confirmation.answered}
          onClose={confirmation.close}
        />
      )}
    </>
  )
}
