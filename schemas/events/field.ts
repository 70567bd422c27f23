import { z } from 'zod'
import { fieldNouns } from '#schemas/records/field-kinds.ts'
import { fieldDetails } from '../details/field.ts'
import type { EventOf } from '../event.ts'
import { FieldId, TeamId } from '../ids.ts'

const field = { teamId: TeamId, fieldId: FieldId }
const of = z.enum(fieldNouns)

/** All own fields of one team, in one stream; values are in the events of their records. */
export const fieldEvents = {
  FieldAdded: z.object({ ...field, of, ...fieldDetails.recorded }),
  FieldChanged: z.object({ ...field, ...fieldDetails.recorded }),
  /** The values stay in the log, and come back with the field. */
  FieldRemoved: z.object({ ...field, removedAt: z.iso.datetime() }),
  /** The field is the last of its noun again. */
  FieldRestored: z.object(field),
  /** All fields of a noun, in the order that forms have from now on. */
  FieldsArranged: z.object({ teamId: TeamId, of, fieldIds: z.array(FieldId) }),
}
export type FieldEvent = EventOf<typeof fieldEvents>
