import { ReadModelsPanel } from '#web/features/kiosk/platform/read-models-panel.tsx'

/** How the installation is, and what operators mend it with. */
const PlatformTab = () => (
  <>
    <ReadModelsPanel />
  </>
)

export default PlatformTab
