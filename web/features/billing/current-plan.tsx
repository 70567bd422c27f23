import { Badge, Button, Group, Text } from '@mantine/core'
import type { Plan } from '#schemas/billing/plans.ts'
import { counted } from '#schemas/text/counted.ts'
import { Panel } from '#web/components/panel.tsx'
import type { Account } from '#web/features/billing/account.ts'
import styles from '#web/features/billing/current-plan.module.css'
import { activePlan, badgeOf, daysUntil, freePlan, liveSubscription } from '#web/features/billing/plan-words.ts'
import { longDate } from '#web/lib/dates.ts'
import { overrideWords } from '#web/lib/override-words.ts'
import { priceOf } from '#web/lib/plan-price.ts'

/** A day with how many there are until then: 'December 2nd, 2026 (10 days left)'. */
const countdown = (instant: string): string =>
  `${longDate(instant)} (${counted(daysUntil(instant), 'day', 'days')} left)`

/** The next step of a subscription, in a sentence. */
const nextOf = ({ billing, trialEndsAt }: Account, plans: readonly Plan[], kind: Account['kind']): string => {
  const live = liveSubscription(billing)
  const { trial, grace } = billing.state
  if (live?.ends_at && grace) return `It ends on ${longDate(live.ends_at)}. Until then everything stays as it is.`
  if (live?.trial_ends_at && trial)
    return `The trial ends on ${countdown(live.trial_ends_at)}; the first payment is due then.`
  if (live?.period_ends_at) return `It renews on ${longDate(live.period_ends_at)}.`
  if (trialEndsAt && trial) {
    const free = freePlan(plans, kind)
    const then = free ? `After that the limits of ${free.name} apply` : 'After that a plan is needed to go on'
    return `You may use everything until ${countdown(trialEndsAt)}. ${then}.`
  }
  const before = billing.subscriptions[0]
  if (before?.ends_at) return `The last subscription ended on ${longDate(before.ends_at)}.`
  return kind === 'user'
    ? 'Your teams are paid for in their own settings, unless a plan of yours covers them.'
    : 'There is no subscription.'
}

const nameOf = (account: Account, plans: readonly Plan[]): string => {
  const { billing, kind } = account
  const live = liveSubscription(billing)
  if (live) return activePlan(plans, billing)?.name ?? live.provider_plan
  return billing.state.trial ? 'Trial' : (freePlan(plans, kind)?.name ?? 'No plan')
}

type Props = { account: Account; plans: readonly Plan[]; onResume: (plan: Plan) => void; onCancel: () => void }

/** The plan of the account, its price, and what comes next. */
export const CurrentPlan = ({ account, plans, onResume, onCancel }: Props) => {
  const { billing, kind } = account
  const plan = activePlan(plans, billing)
  const live = liveSubscription(billing)
  const badge = badgeOf(billing.state)
  // People need no plan of their own.
  const isMeant = kind === 'team' || billing.subscriptions.length > 0
  return (
    <Panel title="Subscription" wide>
      <div className={styles.line}>
        <div className={styles.words}>
          <div className={styles.name}>
            {nameOf(account, plans)}{' '}
            {isMeant && (
              <Badge variant="dot" size="lg" color={badge.color} tt="none" className={styles.badge ?? ''}>
                {badge.text}
              </Badge>
            )}
          </div>
          {plan && <p className={styles.price}>{priceOf(plan)}</p>}
          <Text size="md" c="dimmed">
            {nextOf(account, plans, kind)}
          </Text>
          {account.override && (
            <Text size="md">{`We have given your team other limits: ${overrideWords(account.override)}.`}</Text>
          )}
        </div>
        <Group gap="sm">
          {live?.ends_at && plan && <Button onClick={() => onResume(plan)}>Resume Subscription</Button>}
          {live && !live.ends_at && (
            <Button variant="default" onClick={onCancel}>
              Cancel Subscription
            </Button>
          )}
        </Group>
      </div>
    </Panel>
  )
}
