import { Button, Text } from '@mantine/core'
import { lazy, useState } from 'react'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import { urlOf } from '#web/lib/api.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

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

const loadDialog = retryingImport(() => import('#web/features/personal-data/erase-dialog.tsx'))
const EraseDialog = lazy(loadDialog)

/** Erases the user's account permanently (D-90). */
export const ErasePanel = ({ onErased }: { onErased: () => unknown }) => {
  const [opened, setOpened] = useState(false)
  return (
    <Panel title="Erase your account">
      <Text size="md">
        Your name, email, phone, photo, messages and tokens are erased for ever, and you leave your teams. A team that
        you are alone in is deleted. What you did stays in the history of your teams, without your name.
      </Text>
      <Button
        color="red"
        variant="light"
        style={{ justifySelf: 'start' }}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        onPointerEnter={() => void loadDialog()}
      >
        Erase Account
      </Button>
      {opened && (
        <DialogOutlet>
          <EraseDialog onErased={onErased} onClose={() => setOpened(false)} />
        </DialogOutlet>
      )}
    </Panel>
  )
}
