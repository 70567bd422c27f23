import { Button, Group, Text } from '@mantine/core'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/components/stale-edit.module.css'
import type { Stale } from '#web/components/use-edit-form.ts'
import type { Fields } from '#web/lib/form-fields.ts'
import { isSame } from '#web/lib/merged.ts'

type StaleEditProps = { stale: Stale; fields: Fields }

/**
 * Shows both versions of an edited record, mine and theirs, marks differing fields, and offers ways to go on (D-73).
 */
const StaleEdit = ({ stale, fields }: StaleEditProps) => {
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

type Props = {
  /** The result of `useEditForm`. */
  edit: Omit<Parameters<typeof EndpointForm>[0], 'action' | 'narrow' | 'children'> & {
    form: Parameters<typeof FormInputs>[0]['form']
    stale: Stale | undefined
  }
  fields: Fields
  record: unknown
  action: readonly [string, string]
}

/** The fields of an edit dialog; after a conflict, both versions instead (D-73). */
export const EditForm = ({ edit: { form, stale, ...edit }, fields, record, action }: Props) =>
  stale ? (
    <StaleEdit stale={stale} fields={fields} />
  ) : (
    <EndpointForm submit={edit.submit} failure={edit.failure} busy={edit.busy} action={action} narrow>
      <FormInputs fields={fields} form={form} row={record} />
    </EndpointForm>
  )
