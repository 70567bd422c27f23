import { listPacks } from '#schemas/resources/packs.ts'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { Rows } from '#web/components/rows.tsx'
import { PackRow } from '#web/features/packs/pack-row.tsx'
import { listQuery } from '#web/lib/queries.ts'
import { useHolds } from '#web/lib/session.ts'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

const packs = listQuery(listPacks)

/** The evidence packs of the team, newest first. */
const PacksPage = () => (
  <DashboardPart
    title="Evidence packs"
    detail="Files and history, with what proves both"
    seen={useHolds('history.view', 'export')}
  >
    <PagedList
      query={packs}
      nouns={['evidence pack', 'evidence packs']}
      empty={
        <EmptyHint icon="download">
          There are no evidence packs. To order one, choose Evidence pack on the page of a client, a site or a visit.
        </EmptyHint>
      }
    >
      {(rows) => (
        <Rows label="Evidence packs">
          {rows.map((pack) => (
            <PackRow key={pack.id} pack={pack} />
          ))}
        </Rows>
      )}
    </PagedList>
  </DashboardPart>
)

export default PacksPage
