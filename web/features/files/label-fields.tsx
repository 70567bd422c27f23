import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, Text } from '@mantine/core'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { type Chosen, countedFiles, type FilesChange } from '#web/features/files/chosen.ts'

type Way = keyof Pick<FilesChange, 'add_categories' | 'remove_categories' | 'categories'>

/** A change of files' categories; each way keeps its own choice while another way is selected. */
export type Labels = { way: Way; chosen: Record<Way, string[]> }

/** For files that are known to have the same categories, Replace starts with those. */
export const firstLabels = ({ files, filter }: Chosen): Labels => {
  const [first = '', ...rest] = files.map(({ categories }) =>
    categories
      .map(({ id }) => id as string)
      .sort()
      .join(),
  )
  const common = !filter && first !== '' && rest.every((each) => each === first) ? first.split(',') : []
  return { way: 'add_categories', chosen: { add_categories: [], remove_categories: [], categories: common } }
}

export const labelChange = ({ way, chosen }: Labels): FilesChange => ({ [way]: chosen[way] })

const ways: { value: Way; label: string; about: string }[] = [
  { value: 'add_categories', label: 'Add', about: 'are added to the categories of' },
  { value: 'remove_categories', label: 'Remove', about: 'are removed from the categories of' },
  { value: 'categories', label: 'Replace', about: 'replace all categories of' },
]

type Props = { chosen: Chosen; value: Labels; onChange: (labels: Labels) => void }

/** Chooses categories to add to the files, to remove from them, or to replace theirs. */
export const LabelFields = ({ chosen, value, onChange }: Props) => {
  const { way, chosen: categories } = value
  const unlabelled = !chosen.filter && chosen.files.every(({ categories }) => categories.length === 0)
  const about = unlabelled ? 'become the categories of' : ways.find((each) => each.value === way)?.about
  return (
    <>
      {!unlabelled && (
        <SegmentedControl
          aria-label="What to do with the categories"
          data={ways.map(({ value: each, label }) => ({ value: each, label }))}
          value={way}
          onChange={(next) => onChange({ ...value, way: next })}
        />
      )}
      <Text size="md">{`These ${about} ${countedFiles(chosen.count)}.`}</Text>
      <CategoryField
        value={categories[way]}
        onChange={(ids) => onChange({ ...value, chosen: { ...categories, [way]: ids } })}
        {...(way === 'categories' ? {} : { none: 'Select categories…' })}
      />
    </>
  )
}
