import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf } from '#schemas/endpoint.ts'
import { showClient } from '#schemas/resources/clients.ts'
import { type ComplianceRow, complianceReport, listCompliance } from '#schemas/resources/compliance.ts'
import { Icon } from '#web/components/icon.tsx'
import type { Column } from '#web/components/list/column.ts'
import { MoreTools } from '#web/components/list/more-tools.tsx'
import { usePrinted } from '#web/components/list/use-printed.tsx'
import { SaveButton } from '#web/components/save-button.tsx'
import { useShowShare } from '#web/components/share-target.ts'
import { datedWords } from '#web/features/compliance/cell-states.ts'
import type { CompliancePlace, RequiredCategory } from '#web/features/compliance/use-compliance.ts'
import { request } from '#web/lib/api.ts'
import { problemOf } from '#web/lib/api-problem.ts'
import { fileNameOf, shownMoment } from '#web/lib/moment.ts'
import { type ListQuery, oneQuery } from '#web/lib/queries.ts'
import { saveBlob } from '#web/lib/save-file.ts'

/** The table as it is printed. */
const columnsOf = (categories: readonly RequiredCategory[]): Column<ComplianceRow>[] => [
  { name: 'site', label: 'Site', text: ({ site }) => site.name },
  { name: 'client', label: 'Client', text: ({ client }) => client.name },
  ...categories.map(({ id, name }) => ({
    name: id,
    label: name,
    text: ({ cells }: ComplianceRow) => {
      const cell = cells.find(({ category_id }) => category_id === id)
      return cell ? datedWords(cell) : ''
    },
  })),
]

/** Saves an answer that is a file. */
const save = async (ending: string, asked: Promise<Response>) => {
  const answer = await asked
  if (!answer.ok) throw await problemOf(answer)
  saveBlob(fileNameOf('compliance', ending), await answer.blob())
}

/** Saves the report of a client, of a site, or of the team. */
export const ReportButton = ({ client, site }: CompliancePlace) => {
  const query = { ...(client ? { client } : {}), ...(site ? { site } : {}) }
  // The report is of now alone.
  if (shownMoment() !== null) return null
  return (
    <SaveButton
      save={() => save('pdf', request(complianceReport, { query }, { accept: 'application/pdf' }))}
      aria-label="Download as PDF"
    >
      PDF
    </SaveButton>
  )
}

/** Shares the compliance of a client or of a site. */
export const ShareButton = ({ of, record }: { of: 'clients' | 'sites'; record: { id: string; name: string } }) => {
  const show = useShowShare(of, 'compliance')
  return show ? (
    <Button variant="default" leftSection={<Icon name="share" size={16} />} onClick={() => show(record)}>
      Share
    </Button>
  ) : null
}

type Props = {
  query: ListQuery<ComplianceRow>
  /** What the list is narrowed to. */
  by: NonNullable<CallOf<typeof listCompliance>['query']>
  categories: readonly RequiredCategory[]
}

/** Saves the cells of all sites as CSV, the report as PDF, and prints the table, also with the sites that are not loaded yet. */
export const ComplianceTools = ({ query, by, categories }: Props) => {
  const columns = columnsOf(categories)
  const { button: print, paper } = usePrinted({ label: 'Compliance', nouns: ['site', 'sites'], columns, query })
  const { data: client } = useQuery({
    ...oneQuery(showClient, { id: by.client ?? '' }),
    enabled: by.client !== undefined,
  })
  return (
    <>
      <MoreTools>
        <SaveButton
          save={() => save('csv', request(listCompliance, { query: by }, { accept: 'text/csv' }))}
          aria-label="Download as CSV"
        >
          CSV
        </SaveButton>
        <ReportButton client={by.client} />
        {client && <ShareButton of="clients" record={client} />}
        {print}
      </MoreTools>
      {paper}
    </>
  )
}
