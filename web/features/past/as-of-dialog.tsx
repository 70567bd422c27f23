import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { instantOf } from '#schemas/time/dates.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { todayHere } from '#web/lib/dates.ts'
import { addressAt, shownDay } from '#web/lib/moment.ts'
import { timeZone } from '#web/lib/settings.ts'

/** Chooses the moment as of which the page is shown: the end of a day, a time of it, or a position of the log. */
const AsOfDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [day, setDay] = useState(shownDay)
  const [time, setTime] = useState('')
  const [position, setPosition] = useState('')
  const moment = position || (day && time ? instantOf(day as CalendarDate, time, timeZone()) : day)
  const show = (event: FormEvent) => {
    event.preventDefault()
    if (moment !== null) window.location.assign(addressAt(moment))
  }
  return (
    <Dialog title="As of…" opened={opened} onClose={onClose}>
      <form onSubmit={show}>
        <Stack>
          <DateField typed label="Day" value={day} onChange={setDay} maxDate={todayHere()} />
          <TextInput
            type="time"
            label="Time"
            value={time}
            disabled={day === null}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <TextInput
            label="Or a position"
            description="A number that the history cites, in place of the day"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            value={position}
            onChange={({ currentTarget }) => setPosition(currentTarget.value.replaceAll(/\D/g, ''))}
          />
          <Text size="sm" c="dimmed">
            Records are shown as they were then; without a time, at the end of the day. Nothing can be changed there.
          </Text>
          <Button type="submit" disabled={moment === null}>
            Show
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}

export default AsOfDialog
