import { Button, Text } from '@mantine/core'
import { lazy, useState } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { Panel } from '#web/components/panel.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

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
