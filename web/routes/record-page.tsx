import { lazy, type ReactNode } from 'react'
import { nouns } from '#schemas/nouns.ts'
import type { OpenedKind } from '#schemas/resources/overview.ts'
import { HashTabs, type TabOfPage } from '#web/components/hash-tabs.tsx'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import type { NamedRecord, RecordFeature } from '#web/components/record/record-feature.ts'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import type { CompliancePlace } from '#web/features/compliance/use-compliance.ts'
import { PackButton } from '#web/features/packs/pack-button.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'
import { useNoteOpened } from '#web/lib/use-opened.ts'
import { GonePage } from '#web/routes/gone-page.tsx'

/** The way to all clients, at the beginning of each trail. */
export const toClients = (
  <TextLink key="clients" to="/dashboard" hash="/clients">
    Clients
  </TextLink>
)

const CompliancePart = lazy(retryingImport(() => import('#web/routes/compliance-part.tsx')))

/** What is required of the sites of a record. */
export const complianceTab = (place: CompliancePlace) =>
  ({ value: 'compliance', label: 'Compliance', panel: <CompliancePart {...place} /> }) as const

type Props<Row> = {
  kind: OpenedKind
  feature: RecordFeature<Row>
  record: Row
  gone: boolean
  /** What stands beside the record's menu. */
  beside?: ReactNode
  detail: ReactNode
  trail: readonly ReactNode[]
  /** Its parts, each of which shows for those who may view its records. */
  tabs: readonly (TabOfPage & { value: 'sites' | 'compliance' | 'visits' | 'files' })[]
  /** Leads away once it is deleted. */
  onDeleted: () => unknown
}

/** The page of one record: what it is, and its parts. */
export const RecordPage = <Row extends NamedRecord>(props: Props<Row>) => {
  const { kind, feature, record, gone, beside, detail, trail, tabs, onDeleted } = props
  const can = useCan()
  const shown = tabs.filter(({ value }) => can(`${value === 'compliance' ? 'files' : value}.view`))
  const tab = useChosenTab<TabOfPage>(shown)
  useNoteOpened(kind, record.id)
  return (
    <>
      {gone ? (
        <GonePage kind={kind} name={record.name} />
      ) : (
        <>
          <PageHeader
            title={record.name}
            tab={tab?.label}
            menu={
              <>
                <RecordMenu feature={feature} record={record} />
                <PackButton within={`${nouns[kind].one}/${record.id}`} name={record.name} />
                {beside}
              </>
            }
            detail={detail}
            trail={trail}
          />
          <HashTabs label={`Parts of ${record.name}`} tabs={shown} />
        </>
      )}
      <DialogsOutlet dialogs={feature.dialogs} onDeleted={onDeleted} />
    </>
  )
}
