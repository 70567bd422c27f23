import type { KeyStore } from '#api/adapters/key-store.ts'
import { registrationDecider } from '#api/domain/registration.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { registrationStream } from '#api/event-store/streams.ts'
import { finishRegistration, type RegistrationTools } from '#api/sagas/registration.ts'
import type { RegistrationQueries } from '#projections/sweeps/open-reservations.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import type { CommandId } from '#schemas/ids.ts'
import { forEachInOrder } from './sweeps.ts'

/** Milliseconds that the request which began a registration has for it; it waits 25 seconds for the payment. */
const grace = 60_000

type SettlingTools = RegistrationTools & {
  registrations: RegistrationQueries
  keys: Pick<KeyStore, 'destroy'>
}

const settle = async (tools: SettlingTools, id: CommandId, now: Date): Promise<void> => {
  const { ledger, keys } = tools
  await finishRegistration(tools, id, 0)
  const stream = registrationStream(id)
  const registration = await load(ledger, registrationDecider, stream)
  await keys.destroy(id)
  if (registration.status === 'refused') await keys.destroy(accountOf(registration.begun.billable))
  const context = contextOfStep({ worker: 'registrations', teamId: null, about: id }, 'settle', now)
  await handle(ledger, registrationDecider, stream, { type: 'Settle' }, context)
}

/**
 * Settles registrations with a card: finishes what a crash interrupted, and destroys the key of what was given, which an
 * account has a copy of, if there is one. Running twice, or beside the request that began, is safe: every step is
 * idempotent (api/sagas/registration.ts), and the event is recorded last.
 */
export const settleRegistrations = async (tools: SettlingTools, now: Date): Promise<void> => {
  const due = tools.registrations.before(new Date(now.getTime() - grace).toISOString())
  await forEachInOrder(due, (id) => settle(tools, id, now))
}
