import { Badge, Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Invoice } from '#schemas/resources/invoices.ts'
import { Icon } from '#web/components/icon.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { type Account, billingOf, invoiceUrl } from '#web/features/billing/account.ts'
import { longDate } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const states: Record<Invoice['status'], { text: string; color: string }> = {
  open: { text: 'Open', color: 'orange' },
  paid: { text: 'Paid', color: 'green' },
  void: { text: 'Void', color: 'gray' },
  refunded: { text: 'Refunded', color: 'gray' },
}

const columns: readonly PlainColumn<Invoice>[] = [
  { heading: 'Date', cell: ({ date }) => longDate(date) },
  { heading: 'Number', cell: ({ number }) => number },
  { heading: 'Total', cell: ({ total }) => money(total) },
  {
    heading: 'Status',
    cell: ({ status }) => (
      <Badge variant="dot" size="md" color={states[status].color} tt="none">
        {states[status].text}
      </Badge>
    ),
  },
]

/** The invoices of an account, newest first; those of 0.00 are not shown. */
export const InvoicesTab = ({ account }: { account: Account }) => {
  const { calls, params } = billingOf(account)
  const invoices = useSuspenseQuery({ ...choicesQuery(calls.invoices, params), staleTime: 0 }).data
  const shown = invoices.filter(({ total }) => total !== 0)
  if (shown.length === 0) return <EmptyHint icon="file">No invoices have been issued yet.</EmptyHint>
  return (
    <PlainTable
      label="Invoices"
      columns={columns}
      rows={shown}
      keyOf={({ id }) => id}
      actions={(invoice) => (
        <Button
          component="a"
          href={invoiceUrl(account, invoice)}
          download
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
          aria-label={`Download invoice ${invoice.number}`}
        >
          Download
        </Button>
      )}
    />
  )
}
