import type * as contracts from '#schemas/resources/clients.ts'
import { textField } from '#web/components/text-field.tsx'
import type { FieldsOf } from '#web/lib/form-fields.ts'

export const clientFields = { name: textField('name', 'Name') } satisfies FieldsOf<typeof contracts.updateClient>
