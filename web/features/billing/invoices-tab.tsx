import { Badge, Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Invoice } from '#schemas/resources/invoices.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Icon } from '#web/components/icon.tsx'
import table from '#web/components/table.module.css'
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

const InvoiceRow = ({ invoice, href }: { invoice: Invoice; href: string }) => {
  const { number, date, total, status } = invoice
  return (
    <tr>
      <th scope="row">{longDate(date)}</th>
      <td data-label="Number">{number}</td>
      <td data-label="Total">{money(total)}</td>
      <td data-label="Status">
        <Badge variant="dot" size="md" color={states[status].color} tt="none">
          {states[status].text}
        </Badge>
      </td>
      <td className={table.actions}>
        <Button
          component="a"
          href={href}
          download
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
          aria-label={`Download invoice ${number}`}
        >
          Download
        </Button>
      </td>
    </tr>
  )
}

/** The invoices of an account, newest first; those of 0.00 are not shown. */
export const InvoicesTab = ({ account }: { account: Account }) => {
  const { calls, params } = billingOf(account)
  const invoices = useSuspenseQuery({ ...choicesQuery(calls.invoices, params), staleTime: 0 }).data
  const shown = invoices.filter(({ total }) => total !== 0)
  if (shown.length === 0) return <EmptyHint icon="file">No invoices have been issued yet.</EmptyHint>
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label="Invoices">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Number</th>
            <th scope="col">Total</th>
            <th scope="col">Status</th>
            <th scope="col">
              <span className={table.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} href={invoiceUrl(account, invoice)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
