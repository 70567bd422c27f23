import { Button, Group, Text } from '@mantine/core'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { Failure } from '#web/components/query-state.tsx'
import styles from '#web/features/personal-data/erase-dialog.module.css'
import { signingOut } from '#web/lib/signing-out.ts'

type Props = { onErased: () => unknown; onClose: () => void }

/** Asks for the password before an action that cannot be undone. */
const EraseDialog = ({ onErased, onClose }: Props) => {
  const { form, submit, failure, busy } = useEndpointForm({
    endpoint: eraseAccount,
    ...signingOut,
    initial: { current_password: '' },
    body: (values) => values,
    onDone: onErased,
  })
  return (
    <Dialog title="Erase your account" opened onClose={onClose}>
      <form onSubmit={submit} noValidate className={styles.form}>
        <Text size="md">This cannot be undone, by you or by anyone else. To go on, give your password.</Text>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('current_password')}
        />
        {failure && <Failure message={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            No, Go Back
          </Button>
          <Button type="submit" color="red.9" disabled={busy}>
            Yes, Erase
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

export default EraseDialog
