import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxLevels } from '#schemas/records/category-tree.ts'
import { addCategory, selectCategories } from '#schemas/resources/categories.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ExpiryMonthsInput } from '#web/features/categories/expiry-months-field.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/**
 * 'Add a Category': its name, its parent, and when its files expire; a category of the last level cannot be a parent
 * (D-47).
 */
export const AddCategoryForm = () => {
  const queries = useQueryClient()
  const choices = useQuery(oneQuery(selectCategories))
  const { form, ...state } = useEndpointForm({
    endpoint: addCategory,
    initial: { name: '', parent_id: '', expires_after_months: '' },
    body: (values) => values,
    onDone: ({ name }) => {
      form.setFieldValue('name', '')
      form.setFieldValue('expires_after_months', '')
      void reload(queries, 'categories')
      void announce(`${name} has been added.`)
    },
  })
  const parents = (choices.data ?? [])
    .filter(({ depth }) => depth < maxLevels)
    .map(({ id, name, depth }) => ({ value: id as string, label: `${'\u2003'.repeat(depth - 1)}${name}` }))
  return (
    <Panel title="Add a Category">
      <EndpointForm {...state} action={['Add Category', 'Adding Category']}>
        <TextInput
          label="Category Name"
          required
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Parent Category"
          data={[{ value: '', label: 'None' }, ...parents]}
          {...form.getInputProps('parent_id')}
        />
        <ExpiryMonthsInput {...form.getInputProps('expires_after_months')} value={form.values.expires_after_months} />
        <ChoicesFailure choices={choices} />
      </EndpointForm>
    </Panel>
  )
}
