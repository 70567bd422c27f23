import { v7 as newUuid } from 'uuid'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { aheadOfTrialEnd, type ReminderCommand } from '#api/domain/billing/reminders.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { ReminderQueries } from '#projections/sweeps/billing-reminders.ts'
import { forEachInOrder } from '#workers/sweeps/sweeps.ts'

export type ReminderTools = { ledger: Ledger; reminders: ReminderQueries }

/**
 * Records which trials end within three days and which cards expire this month; the mails follow from that. Running
 * twice is safe: the billing account knows what its payer was told.
 */
export const remindPayers = async ({ ledger, reminders }: ReminderTools, now: Date): Promise<void> => {
  const at = now.toISOString()
  const until = new Date(now.getTime() + aheadOfTrialEnd).toISOString()
  const commands: ReminderCommand[] = [
    ...reminders.endingTrials(at, until).map((trial) => ({ type: 'RemindOfTrial', at, ...trial }) as const),
    ...reminders.expiringCards(at.slice(0, 7)).map((billable) => ({ type: 'RemindOfCard', at, billable }) as const),
  ]
  await forEachInOrder(commands, (command) => {
    const { kind, id } = command.billable
    const of = { worker: 'billing-reminders', teamId: kind === 'team' ? id : null, about: newUuid(), causationId: null }
    return handle(ledger, billingDecider, billingStream(command.billable), command, contextOfStep(of, 'remind', now))
  })
}
