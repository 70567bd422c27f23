import { Button, Group, Text } from '@mantine/core'
import styles from '#web/components/stale-edit.module.css'
import type { Stale } from '#web/lib/use-edit-form.ts'

/** A field as a person reads it: its label and what it shows for the values of a form. */
export type Compared<Values> = { label: string; shown: (values: Values) => string }

type Props<Values> = { stale: Stale<Values>; fields: readonly Compared<Values>[] }

/** Two versions of what is being edited, mine and somebody else's, where they differ, and the ways on (D-73). */
export const StaleEdit = <Values,>({ stale, fields }: Props<Values>) => {
  const { mine, theirs, saveMine, takeTheirs, goBack } = stale
  const rows = fields.map(({ label, shown }) => ({ label, mine: shown(mine), theirs: shown(theirs) }))
  return (
    <div role="alert" className={styles.place}>
      <Text size="md">
        Somebody else changed this while you were editing. Nothing of yours is saved yet, and nothing is lost.
      </Text>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.unseen}>Field</span>
            </th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label} data-differs={row.mine !== row.theirs || undefined}>
              <th scope="row">{row.label}</th>
              <td>{row.mine || '–'}</td>
              <td>{row.theirs || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
