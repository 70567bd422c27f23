import { TextInput } from '@mantine/core'
import { type Category, showCategory, updateCategory } from '#schemas/resources/categories.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { announce } from '#web/lib/announce.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { category: Category; opened: boolean; onClose: () => void }

const EditCategoryForm = ({ category, onClose }: Omit<Props, 'opened'>) => {
  const edit = useEditForm({
    endpoint: updateCategory,
    show: showCategory,
    resource: 'categories',
    record: category,
    valuesOf: ({ name, slug }) => ({ name, slug }),
    body: (values) => values,
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EditForm
      edit={edit}
      action={['Update Category', 'Updating Category']}
      fields={[
        { label: 'Category Name', shown: ({ name }) => name },
        { label: 'Slug', shown: ({ slug }) => slug },
      ]}
    >
      <TextInput
        label="Category Name"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps('name')}
      />
      <TextInput
        label="Slug"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        {...edit.form.getInputProps('slug')}
      />
    </EditForm>
  )
}

/** Name and slug of a category (CAT-09). */
export const EditCategoryDialog = ({ category, opened, onClose }: Props) => (
  <Dialog title="Edit Category" opened={opened} onClose={onClose}>
    <EditCategoryForm key={category.id} category={category} onClose={onClose} />
  </Dialog>
)
