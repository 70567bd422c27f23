import { Textarea } from '@mantine/core'
import type * as contracts from '#schemas/resources/announcements.ts'
import { textField } from '#web/components/text-field.tsx'
import type { Field, FieldsOf } from '#web/lib/form-fields.ts'

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
export const announcementFields = {
  body: bodyField,
  action_text: textField('action_text', 'Action Button Text', { required: false }),
  action_url: textField('action_url', 'Action Button URL', { maxLength: 2000, required: false }),
} satisfies FieldsOf<typeof contracts.editAnnouncement>
