import type { FieldKind } from '#schemas/records/field-kinds.ts'

/** What the values of a kind are called. */
export const kindWords: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  note: 'Note',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  yes_no: 'Yes or no',
  link: 'Link',
  email: 'Email',
  phone: 'Phone',
}
