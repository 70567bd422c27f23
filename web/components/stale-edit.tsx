import { Button, Group, Text } from '@mantine/core'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/components/stale-edit.module.css'
import type { Fields } from '#web/lib/form-fields.ts'
import { isSame } from '#web/lib/merged.ts'
import type { Stale } from '#web/lib/use-edit-form.ts'

type Props = { stale: Stale; fields: Fields }

/**
 * Shows both versions of an edited record, mine and theirs, marks differing fields, and offers ways to go on (D-73).
 */
export const StaleEdit = ({ stale, fields }: Props) => {
  const { mine, theirs, saveMine, takeTheirs, goBack } = stale
  const rows = Object.entries(fields).flatMap(([name, { label, ...field }]) => {
    const versions = { mine: field.read(mine[name]), theirs: field.read(theirs[name]) }
    return label === undefined ? [] : [{ label, ...versions, differs: !isSame(mine[name], theirs[name]) }]
  })
  return (
    <div role="alert" className={styles.container}>
      <Text size="md">
        Someone else changed this while you were editing. Nothing of yours is saved yet, and nothing is lost.
      </Text>
      <PlainTable
        columns={[
          { heading: 'Field', unseen: true, cell: ({ label }) => label },
          { heading: 'Yours', cell: ({ mine }) => mine || '–' },
          { heading: 'Theirs', cell: ({ theirs }) => theirs || '–' },
        ]}
        rows={rows}
        keyOf={({ label }) => label}
        marked={({ differs }) => differs}
        look={styles}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="subtle" onClick={goBack}>
          Go Back
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          Take Theirs
        </Button>
        <Button onClick={saveMine} data-autofocus>
          Save Mine
        </Button>
      </Group>
    </div>
  )
}
