import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, Text } from '@mantine/core'
import type { CallOf } from '#schemas/endpoint.ts'
import type { changeFiles } from '#schemas/resources/bulk-changes.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { countedFiles } from '#web/features/files/use-change-files.ts'

type Change = NonNullable<CallOf<typeof changeFiles>['body']>['change']
type Way = keyof Pick<Change, 'add_categories' | 'remove_categories' | 'categories'>

/** What is to be done with the categories of files; what was chosen for each way is kept while another is looked at. */
export type Labels = { way: Way; chosen: Record<Way, string[]> }

/** Files that have the same categories begin with those where all are replaced. */
export const firstLabels = (files: readonly SiteFile[]): Labels => {
  const [first = '', ...rest] = files.map(({ categories }) =>
    categories
      .map(({ id }) => id as string)
      .sort()
      .join(),
  )
  const common = first !== '' && rest.every((each) => each === first) ? first.split(',') : []
  return { way: 'add_categories', chosen: { add_categories: [], remove_categories: [], categories: common } }
}

export const labelChange = ({ way, chosen }: Labels): Change => ({ [way]: chosen[way] })

const ways: { value: Way; label: string; about: string }[] = [
  { value: 'add_categories', label: 'Add', about: 'are added to the categories of' },
  { value: 'remove_categories', label: 'Remove', about: 'are removed from the categories of' },
  { value: 'categories', label: 'Replace', about: 'replace all categories of' },
]

type Props = { files: readonly SiteFile[]; value: Labels; onChange: (labels: Labels) => void }

/** Categories to add to those of the files, to take off, or to put in place of them. */
export const LabelFields = ({ files, value, onChange }: Props) => {
  const { way, chosen } = value
  const unlabelled = files.every(({ categories }) => categories.length === 0)
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
      <Text size="md">{`These ${about} ${countedFiles(files)}.`}</Text>
      <CategoryField
        value={chosen[way]}
        onChange={(ids) => onChange({ ...value, chosen: { ...chosen, [way]: ids } })}
        {...(way === 'categories' ? {} : { none: 'Select categories…' })}
      />
    </>
  )
}
