import { type Announcement, editAnnouncement, publishAnnouncement } from '#schemas/resources/announcements.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { announcementFields as fields } from '#web/features/kiosk/announcements/announcement-fields.tsx'
import { blankValues, bodyFrom, valuesFrom } from '#web/lib/form-fields.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { opened: boolean; onClose: () => void; onDone: () => unknown }

/** Publishes an announcement to everybody. */
export const PublishDialog = ({ opened, onClose, onDone }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: publishAnnouncement,
    initial: blankValues(fields),
    body: (values) => bodyFrom(fields, values),
    onDone: () => {
      form.reset()
      onClose()
      return onDone()
    },
  })
  return (
    <Dialog title="Create announcement" opened={opened} onClose={onClose} steady>
      <EndpointForm {...state} action={['Create Announcement', 'Creating Announcement']} narrow>
        <FormInputs fields={fields} form={form} />
      </EndpointForm>
    </Dialog>
  )
}

/** Changes what an announcement says. */
export const EditDialog = ({ announcement, opened, onClose, onDone }: Props & { announcement: Announcement }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: editAnnouncement,
    params: { id: announcement.id },
    initial: valuesFrom(fields, announcement),
    body: (values) => bodyFrom(fields, values),
    extras: () => ({ ifMatch: announcement.revision }),
    onDone: () => {
      onClose()
      return onDone()
    },
  })
  return (
    <Dialog title="Edit announcement" opened={opened} onClose={onClose} steady>
      <EndpointForm {...state} action={['Save', 'Saving']} narrow>
        <FormInputs fields={fields} form={form} row={announcement} />
      </EndpointForm>
    </Dialog>
  )
}
