import type { ShareLink } from '#schemas/resources/shares.ts'
import { AsOfButton } from '#web/components/as-of-button.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { Rows } from '#web/components/rows.tsx'
import { useSeesShares } from '#web/components/share-target.ts'
import { ShareRow } from '#web/features/shares/share-row.tsx'
import { sharesQuery } from '#web/features/shares/shares.ts'
import { SharingOff, useSharingOff } from '#web/features/shares/sharing-off.tsx'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

const kinds = { file: 'File', visit: 'Visit', site: 'Site', compliance: 'Compliance' } as const

/** What a link is for: 'Visit of Quay House'. */
const detailOf = ({ kind, site }: ShareLink): string =>
  site && (kind === 'file' || kind === 'visit') ? `${kinds[kind]} of ${site.name}` : kinds[kind]

/** The share links of the team that have not ended, newest first. */
const SharesPanel = () => (
  <>
    {useSharingOff() && <SharingOff />}
    <PagedList
      query={sharesQuery}
      nouns={['share link', 'share links']}
      empty={
        <EmptyHint icon="share">
          There are no share links. To make one, choose Share at a file, a visit or a site.
        </EmptyHint>
      }
    >
      {(shares) => (
        <Rows label="Share links">
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} name={share.name} detail={detailOf(share)} />
          ))}
        </Rows>
      )}
    </PagedList>
  </>
)

/** All share links of the team that have not ended. */
const SharesPage = () => (
  <DashboardPart title="Share links" detail="What anyone with a link can see, and until when" seen={useSeesShares()}>
    <AsOfButton />
    <SharesPanel />
  </DashboardPart>
)

export default SharesPage
