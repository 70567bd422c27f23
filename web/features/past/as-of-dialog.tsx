import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { todayHere } from '#web/lib/dates.ts'
import { addressAt, shownDay } from '#web/lib/moment.ts'

/** Chooses the day as of whose end the page is shown. */
const AsOfDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [day, setDay] = useState(shownDay)
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (day !== null) window.location.assign(addressAt(day))
  }
  return (
    <Dialog title="As of…" opened={opened} onClose={onClose}>
      <form onSubmit={show}>
        <Stack>
          <DateField typed label="Day" value={day} onChange={setDay} maxDate={todayHere()} />
          <Text size="sm" c="dimmed">
            Records are shown as they were at the end of that day. Nothing can be changed there.
          </Text>
          <Button type="submit" disabled={day === null}>
            Show
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

export default AsOfDialog
