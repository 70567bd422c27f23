import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type * as contracts from '#schemas/resources/files.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { dayField, optionalDayField } from '#web/components/day-field.tsx'
import { textField } from '#web/components/text-field.tsx'
import { useCategories } from '#web/features/files/categories.ts'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import type { Bound, Field, FieldsOf } from '#web/lib/form-fields.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type SiteFile = contracts.SiteFile
type Named = { id: string; name: string }

/** Chooses a visit of the file's site; hidden from users who may not see visits. */
const VisitOfFile = ({ file, value, onChange, ...bound }: Bound<Named> & { file: SiteFile | undefined }) => {
  const mayView = useCan()('visits.view')
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: file?.site_id ?? '0' }),
    enabled: mayView && file !== undefined,
  })
  const own = file?.visit_id && file.visit_name ? { id: file.visit_id, name: file.visit_name } : undefined
  return (
    <>
      {mayView && (
        <NativeSelect
          label="Visit"
          data={visitChoices(visits.data, own)}
          {...bound}
          value={value.id}
          onChange={({ currentTarget }) =>
            onChange({ id: currentTarget.value, name: currentTarget.selectedOptions[0]?.text ?? '' })
          }
        />
      )}
      <ChoicesFailure choices={visits} />
    </>
  )
}

const visit: Field<SiteFile, Named, string> = {
  label: 'Visit',
  blank: { id: '', name: '' },
  from: ({ visit_id, visit_name }) => ({ id: visit_id ?? '', name: visit_name ?? '' }),
  send: ({ id }) => id,
  read: ({ id, name }) => (id === '' ? 'N/A' : name),
  input: (bound, file) => <VisitOfFile {...bound} file={file} />,
}

/** Chooses the categories; one that is no longer available keeps the name that the file has for it. */
const CategoriesOfFile = ({ value, onChange, error }: Bound<readonly Named[]>) => {
  const known = [...(useCategories() ?? []), ...value]
  const named = (id: string) => ({ id, name: known.find((category) => category.id === id)?.name ?? id })
  return <CategoryField value={value.map(({ id }) => id)} onChange={(ids) => onChange(ids.map(named))} error={error} />
}

const categories: Field<SiteFile, readonly Named[], string[]> = {
  label: 'Categories',
  blank: [],
  from: (file) => file.categories.map(({ id, name }) => ({ id, name })),
  send: (chosen) => chosen.map(({ id }) => id),
  read: (chosen) =>
    chosen
      .map(({ name }) => name)
      .toSorted()
      .join(', '),
  input: (bound) => <CategoriesOfFile {...bound} />,
}

/** The file's content and site: the form sends them unchanged, and the server ignores them (D-23). */
const unchanged = (name: 'file_path' | 'size' | 'type' | 'site_id'): Field<SiteFile, unknown, unknown> => ({
  ignored: true,
  blank: '',
  from: (file) => file[name],
  send: (value) => value,
  read: String,
  input: ({ value }) => <input type="hidden" name={name} value={String(value)} />,
})

export const fileFields: FieldsOf<typeof contracts.updateFile> = {
  name: textField('name', 'Display Name'),
  visit_id: visit,
  categories,
  completed_at: dayField('completed_at', 'Completion Date'),
  expires_at: optionalDayField('expires_at', 'Expiry date'),
  file_path: unchanged('file_path'),
  size: unchanged('size'),
  type: unchanged('type'),
  site_id: unchanged('site_id'),
}
