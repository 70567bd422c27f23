import { v7 as newUuid } from 'uuid'
import type { KeyStore } from '#api/adapters/key-store.ts'
import { invoiceBuyersDecider } from '#api/domain/invoice.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { invoiceBuyersStream } from '#api/event-store/streams.ts'
import type { KeptBuyerQueries } from '#projections/sweeps/kept-buyers.ts'
import { forEachInOrder } from '#workers/sweeps/sweeps.ts'

type RetentionTools = {
  ledger: Ledger
  buyers: KeptBuyerQueries
  keys: Pick<KeyStore, 'destroy'>
  /** Years that the law wants invoices for (INVOICE_RETENTION_YEARS). */
  years: number
}

const yearsBefore = (now: Date, years: number): string => {
  const then = new Date(now)
  then.setUTCFullYear(now.getUTCFullYear() - years)
  return then.toISOString()
}

/**
 * Destroys the keys of buyers whose newest invoice is past its retention. Nothing else destroys them: neither the purge
 * of a team nor the erasure of a person. Running twice is safe: the event is recorded last.
 */
export const forgetBuyers = async ({ ledger, buyers, keys, years }: RetentionTools, now: Date): Promise<void> => {
  await forEachInOrder(buyers.before(yearsBefore(now, years)), async (buyerKey) => {
    await keys.destroy(buyerKey)
    const of = { worker: 'invoice-retention', teamId: null, about: newUuid(), causationId: null }
    const command = { type: 'ForgetBuyers', buyerKey } as const
    const context = contextOfStep(of, 'forget', now)
    await handle(ledger, invoiceBuyersDecider, invoiceBuyersStream(buyerKey), command, context)
  })
}
