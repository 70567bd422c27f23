import { Button, Text } from '@mantine/core'
import { lazy, useState } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { Panel } from '#web/components/panel.tsx'
import { patient } from '#web/lib/patient.ts'

const loadDialog = patient(() => import('#web/features/personal-data/erase-dialog.tsx'))
const EraseDialog = lazy(loadDialog)

/** The way to erase one's account for ever (D-90). */
export const ErasePanel = ({ onErased }: { onErased: () => unknown }) => {
  const [opened, setOpened] = useState(false)
  return (
    <Panel title="Erase your account">
      <Text size="md">
        Your name, e-mail, phone, photo, messages and tokens are erased for ever, and you leave your teams. A team that
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
        <DialogPlace>
          <EraseDialog onErased={onErased} onClose={() => setOpened(false)} />
        </DialogPlace>
      )}
    </Panel>
  )
}
