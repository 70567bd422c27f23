import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, groupOf, printOne, printRows } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import type { Columns } from '#cli/output/table.ts'
import type { Session } from '#cli/session.ts'
import { type KioskBilling, orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { announcements } from './kiosk/announcements.ts'
import { history } from './kiosk/history.ts'
import { invitations } from './kiosk/invitations.ts'
import { metrics, storage, traffic } from './kiosk/platform.ts'
import { teams } from './kiosk/teams.ts'
import { users } from './kiosk/users.ts'

/** Milliseconds between two looks at whether an ordered comparison is made. */
const pause = 500

/** Asks for a comparison with the payment provider, and waits until it is made. */
const swept = async (server: Server): Promise<KioskBilling> => {
  let { data } = await server.call(orderBillingSweep)
  while (data.sweep_ordered_at !== null) {
    await wait(pause)
    data = (await server.call(showKioskBilling)).data
  }
  return data
}

const time = (instant: string): string => instant.slice(0, 19).replace('T', ' ')

const glanceAt = ({
  provider,
  open_orders,
  unhandled_events,
  news_asked_at,
  last_sweep: last,
  sweep_ordered_at,
}: KioskBilling) => ({
  provider,
  open_orders: open_orders.total,
  unhandled_events: unhandled_events.total,
  news_asked: news_asked_at === null ? 'not known' : time(news_asked_at),
  last_sweep: last ? time(last.at) : 'never',
  subscriptions: last?.subscriptions ?? null,
  invoices: last?.invoices ?? null,
  differences: last?.differences ?? null,
  ...(sweep_ordered_at === null ? {} : { sweep_ordered: time(sweep_ordered_at) }),
})

const orderColumns: Columns<KioskBilling['open_orders']['oldest'][number]> = {
  Order: 'kind',
  Plan: 'plan',
  Since: ({ since }) => time(since),
  'Waits for': ({ awaits_payer }) => (awaits_payer ? 'the payer' : 'the provider'),
  Of: ({ billable }) => `${billable.kind} ${billable.id}`,
}

const differenceColumns: Columns<KioskBilling['differences'][number]> = {
  Differed: 'of',
  'At the provider': 'id',
  Customer: 'customerId',
  Of: ({ billable }) => `${billable.kind} ${billable.id}`,
}

const print = (session: Session, data: KioskBilling): void => {
  printOne(session, data, glanceAt)
  if (session.json) return
  const { open_orders, differences } = data
  if (open_orders.oldest.length > 0) {
    session.terminal.print('')
    printRows(session, orderColumns, open_orders.oldest)
  }
  if (differences.length === 0) return
  session.terminal.print('')
  printRows(session, differenceColumns, differences)
}

const billing = commandOf<{ sweep?: true }>(
  {
    name: 'billing',
    summary: 'Show open orders, unhandled news, and when the payment provider was last asked and compared with',
    examples: ['kiosk billing', 'kiosk billing --sweep', 'kiosk billing --json'],
  },
  async (session, _args, { sweep }) => {
    const server = session.server()
    print(session, sweep ? await swept(server) : (await server.call(showKioskBilling)).data)
  },
  (command) => command.option('--sweep', 'compare everything now, and wait for it'),
)

export const kiosk = groupOf('kiosk', 'What operators see, help and decide', [
  users,
  teams,
  metrics,
  invitations,
  announcements,
  billing,
  storage,
  traffic,
  history,
])
