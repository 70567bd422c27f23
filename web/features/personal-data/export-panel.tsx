import { Button, Text } from '@mantine/core'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import { urlOf } from '#web/lib/api.ts'

/** Downloads all data about the signed-in user as a file (D-90). */
export const ExportPanel = () => (
  <Panel title="Download your data">
    <Text size="md">
      A JSON file with everything that Siteledger holds on you: your account, teams, sessions and messages, and what is
      recorded about you. Passwords and codes are left out.
    </Text>
    <Button
      component="a"
      href={urlOf(exportPersonalData)}
      download
      variant="default"
      leftSection={<Icon name="download" />}
      style={{ justifySelf: 'start' }}
    >
      Download
    </Button>
  </Panel>
)
