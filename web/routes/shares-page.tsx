import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SharesPanel } from '#web/features/shares/shares-panel.tsx'

/** All share links of the team that have not ended. */
const SharesPage = () => (
  <>
    <PageHeader
      title="Share links"
      detail="What anyone with a link can see, and until when"
      trail={[
        <TextLink key="dashboard" to="/dashboard">
          Dashboard
        </TextLink>,
      ]}
    />
    <SharesPanel />
  </>
)

export default SharesPage
