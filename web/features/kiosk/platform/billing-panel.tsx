import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KioskBilling, orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { counted } from '#schemas/text/counted.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { Facts } from '#web/features/kiosk/platform/facts.tsx'
import { useOperation } from '#web/features/kiosk/platform/use-operation.ts'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { timeSince } from '#web/lib/time-since.ts'

/** Milliseconds between two looks, and between those while a comparison is awaited. */
const pause = 30_000
const pauseWhileAwaited = 1000

const query = oneQuery(showKioskBilling)

const sweepWords = ({ last_sweep: last }: KioskBilling): string =>
  last
    ? `${timeSince(last.at)}: ${counted(last.subscriptions, 'subscription', 'subscriptions')}, ${counted(last.invoices, 'invoice', 'invoices')}, ${counted(last.differences, 'difference', 'differences')}`
    : 'never'

const Lists = ({ billing: { open_orders, unhandled_events, differences } }: { billing: KioskBilling }) => (
  <>
    {open_orders.oldest.length > 0 && (
      <Rows label="Open orders">
        {open_orders.oldest.map(({ id, kind, plan, since, billable, awaits_payer }) => (
          <Row
            key={id}
            name={plan ? `${kind}: ${plan}` : kind}
            detail={`${billable.kind} ${billable.id}, ${timeSince(since)}${awaits_payer ? ', awaits the payer' : ''}`}
          />
        ))}
      </Rows>
    )}
    {unhandled_events.oldest.length > 0 && (
      <Rows label="Unhandled news">
        {unhandled_events.oldest.map(({ id, type, received_at }) => (
          <Row key={id} name={type} detail={`${id}, received ${timeSince(received_at)}`} />
        ))}
      </Rows>
    )}
    {differences.length > 0 && (
      <Rows label="Differences">
        {differences.map(({ of, id, customerId, billable }) => (
          <Row key={id} name={`${of} ${id}`} detail={`customer ${customerId}, ${billable.kind} ${billable.id}`} />
        ))}
      </Rows>
    )}
  </>
)

/** The open orders at the payment provider, and the result of the last comparison with it. */
export const BillingPanel = () => {
  const billing = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sweep_ordered_at ? pauseWhileAwaited : pause),
  })
  const sweep = useOperation(query.queryKey, () => callApi(orderBillingSweep))
  return (
    <Loaded query={billing} label="Loading billing">
      {(shown) => (
        <>
          <Facts
            label="Billing"
            facts={[
              ['Payment provider', shown.provider],
              ['Open orders', shown.open_orders.total],
              ['Unhandled news', shown.unhandled_events.total],
              ['Last comparison', sweepWords(shown)],
              ['Asked for news', shown.news_asked_at === null ? 'not known' : timeSince(shown.news_asked_at)],
            ]}
          />
          <Lists billing={shown} />
          <Button
            variant="default"
            style={{ justifySelf: 'start' }}
            disabled={sweep.isPending || shown.sweep_ordered_at !== null}
            onClick={() => sweep.mutate()}
          >
            {shown.sweep_ordered_at === null ? 'Compare now' : 'Comparing …'}
          </Button>
        </>
      )}
    </Loaded>
  )
}
