import { Textarea } from '@mantine/core'
import type * as contracts from '#schemas/resources/announcements.ts'
import { type Announcement, editAnnouncement, publishAnnouncement } from '#schemas/resources/announcements.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { textField } from '#web/components/text-field.tsx'
import { blankValues, bodyFrom, type Field, type FieldsOf, valuesFrom } from '#web/lib/form-fields.ts'

const bodyField: Field<{ body: string }, string, string> = {
  label: 'Announcement',
  blank: '',
  from: ({ body }) => body,
  send: (text) => text,
  read: (text) => text,
  input: ({ onChange, ...bound }) => (
    <Textarea
      label="Announcement"
      description="Markdown, without HTML"
      autosize
      minRows={4}
      maxRows={12}
      maxLength={10_000}
      {...bound}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
}

/** The fields of an announcement; the two of its button are there together, or neither (D-59). */
const fields = {
  body: bodyField,
  action_text: textField('action_text', 'Action Button Text', { required: false }),
  action_url: textField('action_url', 'Action Button URL', { maxLength: 2000, required: false }),
} satisfies FieldsOf<typeof contracts.editAnnouncement>

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
