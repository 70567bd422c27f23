import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toIsoDate } from '#schemas/calendar-date.ts'
import { type SiteFile, showFile, updateFile } from '#schemas/resources/files.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { useCategories } from '#web/features/files/categories.ts'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { announce } from '#web/lib/announce.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { file: SiteFile; opened: boolean; onClose: () => void }

const EditFileForm = ({ file, onClose }: Omit<Props, 'opened'>) => {
  const can = useCan()
  const categories = useCategories() ?? []
  const mayViewVisits = can('visits.view')
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: file.site_id }),
    enabled: mayViewVisits,
  })
  // What the content is and where it lies goes along unchanged (FILE-37).
  const { file_path, size, type, site_id } = file
  const edit = useEditForm({
    endpoint: updateFile,
    show: showFile,
    resource: 'files',
    record: file,
    valuesOf: (record) => ({
      name: record.name,
      visit_id: record.visit_id ?? '',
      categories: record.categories.map(({ id }) => id as string),
      completed_at: toIsoDate(record.completed_at) as string | null,
    }),
    body: ({ name, visit_id, categories, completed_at }) => ({
      name,
      visit_id,
      categories,
      completed_at: completed_at ? dayMonthYear(completed_at) : '',
      file_path,
      size,
      type,
      site_id,
    }),
    preview: (shown, { name }) => ({ ...shown, name }),
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  const own = file.visit_id && file.visit_name ? { id: file.visit_id, name: file.visit_name } : undefined
  const offered = visitChoices(visits.data, own)
  const nameOfVisit = (id: string) => offered.find(({ value }) => value === id)?.label ?? id
  const nameOfCategory = (id: string) =>
    [...categories, ...file.categories].find((category) => category.id === id)?.name ?? id
  return (
    <EditForm
      edit={edit}
      action={['Update File', 'Updating File']}
      fields={[
        { label: 'Display Name', shown: ({ name }) => name },
        { label: 'Visit', shown: ({ visit_id }) => nameOfVisit(visit_id) },
        { label: 'Categories', shown: (values) => values.categories.map(nameOfCategory).toSorted().join(', ') },
        { label: 'Completion Date', shown: (values) => (values.completed_at ? dayMonthYear(values.completed_at) : '') },
      ]}
    >
      <TextInput
        label="Display Name"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps('name')}
      />
      {mayViewVisits && <NativeSelect label="Visit" data={offered} {...edit.form.getInputProps('visit_id')} />}
      <ChoicesFailure choices={visits} />
      <CategoryField
        value={edit.form.values.categories}
        error={edit.form.errors.categories}
        onChange={(ids) => edit.form.setFieldValue('categories', ids)}
      />
      <DateField label="Completion Date" {...edit.form.getInputProps('completed_at')} />
      {Object.entries({ file_path, size, type, site_id }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </EditForm>
  )
}

/** Name, visit, categories and completion date of a file (FILE-33 to FILE-37). */
export const EditFileDialog = ({ file, opened, onClose }: Props) => (
  <Dialog title="Edit File" opened={opened} onClose={onClose}>
    <EditFileForm key={file.id} file={file} onClose={onClose} />
  </Dialog>
)
