import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Category, updateCategory } from '#schemas/resources/categories.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { category: Category; opened: boolean; onClose: () => void }

const EditCategoryForm = ({ category, onClose }: Omit<Props, 'opened'>) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: updateCategory,
    params: { id: category.id },
    initial: { name: category.name, slug: category.slug },
    body: (values) => values,
    onDone: async ({ name }) => {
      await reload(queries, 'categories')
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EndpointForm {...state} action={['Update Category', 'Updating Category']} narrow>
      <TextInput
        label="Category Name"
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput label="Slug" maxLength={255} autoComplete="off" {...form.getInputProps('slug')} />
    </EndpointForm>
  )
}

/** Name and slug of a category (CAT-09). */
export const EditCategoryDialog = ({ category, opened, onClose }: Props) => (
  <Dialog title="Edit Category" opened={opened} onClose={onClose}>
    <EditCategoryForm key={category.id} category={category} onClose={onClose} />
  </Dialog>
)
