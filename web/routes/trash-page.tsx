import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { TrashPanel } from '#web/features/trash/trash-panel.tsx'

/** All deleted records that can still be restored (D-10). */
const TrashPage = () => (
  <>
    <PageHeader
      title="Trash"
      detail="Deleted records, which can be restored for 30 days"
      trail={[
        <TextLink key="dashboard" to="/dashboard">
          Dashboard
        </TextLink>,
      ]}
    />
    <TrashPanel />
  </>
)

export default TrashPage
