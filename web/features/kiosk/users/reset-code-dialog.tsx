import { Button, CopyButton, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { replaceResetCode } from '#schemas/resources/two-factor.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { useRefreshAccounts } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import styles from '#web/features/kiosk/users/reset-code-dialog.module.css'
import { callApi } from '#web/lib/api.ts'

const Code = ({ code, onClose }: { code: string; onClose: () => void }) => (
  <>
    <Text size="md" role="status">
      This is the only time that the code is shown. Signing in with it turns two-factor authentication off.
    </Text>
    <code className={styles.code}>{code}</code>
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <CopyButton value={code}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy the reset code'}</Button>}
      </CopyButton>
    </Group>
  </>
)

type Props = { user: { id: string; name: string }; opened: boolean; onClose: () => void }

/** Gives out a new reset code, for a user who lost both phone and code; it is shown once. */
const ResetCodeDialog = ({ user: { id, name }, opened, onClose }: Props) => {
  const refresh = useRefreshAccounts()
  const replace = useMutation({
    mutationFn: async () => (await callApi(replaceResetCode, { params: { id } })).data.reset_code,
    onSuccess: refresh,
  })
  return (
    <Dialog title="Two-factor reset code" opened={opened} onClose={onClose} steady>
      {replace.data ? (
        <Code code={replace.data} onClose={onClose} />
      ) : (
        <>
          <Text size="md">{`A new code takes the place of the one that ${name} has, who is told by mail.`}</Text>
          {replace.isError && <Failure error={replace.error} />}
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={onClose}>
              No, Go Back
            </Button>
            <Button disabled={replace.isPending} onClick={() => replace.mutate()} data-autofocus>
              Give out a new code
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}

export default ResetCodeDialog
