import { SharesPanel } from '#web/features/shares/shares-panel.tsx'
import { DashboardPart } from '#web/routes/dashboard-part.tsx'

/** All share links of the team that have not ended. */
const SharesPage = () => (
  <DashboardPart title="Share links" detail="What anyone with a link can see, and until when">
    <SharesPanel />
  </DashboardPart>
)

export default SharesPage
