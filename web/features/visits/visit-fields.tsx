import type * as contracts from '#schemas/resources/visits.ts'
import { dayField } from '#web/components/day-field.tsx'
import { siteOfRecord } from '#web/components/site-of-record.tsx'
import { textField } from '#web/components/text-field.tsx'
import type { FieldsOf } from '#web/lib/form-fields.ts'

export const visitFields = {
  name: textField('name', 'Visit Name'),
  site_id: siteOfRecord,
  started_at: dayField('started_at', 'Start Date'),
  ended_at: dayField('ended_at', 'End Date'),
} satisfies FieldsOf<typeof contracts.updateVisit>
