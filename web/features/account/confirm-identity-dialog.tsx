import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FactorMethod } from '#schemas/events/user.ts'
import { confirmIdentity } from '#schemas/resources/sessions.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'

/** Where the code of each method comes from. */
const sources: Record<FactorMethod, string> = {
  app: 'Open your authenticator app and type its code.',
  text: 'Type the code from the text message.',
}

/** Asks for the password, and then for a code where two-factor is on, before a change that needs both (D-100). */
const ConfirmIdentityDialog = ({ onDone, onClose }: { onDone: () => void; onClose: () => void }) => {
  const [factor, setFactor] = useState<FactorMethod>()
  const codeInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (factor) codeInput.current?.focus()
  }, [factor])
  const { form, ...state } = useEndpointForm({
    endpoint: confirmIdentity,
    initial: { password: '', code: '' },
    body: ({ password, code }) => (factor ? { password, code } : { password }),
    onDone: ({ second_factor }) => (second_factor ? setFactor(second_factor) : onDone()),
  })
  const again = useMutation({
    mutationFn: () => callApi(confirmIdentity, { body: { password: form.values.password } }),
    onSuccess: () => announce('Another code is on its way. The one before no longer counts.'),
    onError: announceFailure,
  })
  return (
    <Dialog title="Confirm your password" opened onClose={onClose}>
      <Stack gap="sm">
        <EndpointForm {...state} action={['Confirm', 'Confirming']} narrow>
          <Text size="md">
            {factor ? sources[factor] : 'Please confirm that it is you, then we go on with what you were doing.'}
          </Text>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            {...form.getInputProps('password')}
          />
          {factor && (
            <TextInput
              ref={codeInput}
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              required
              withAsterisk={false}
              {...form.getInputProps('code')}
            />
          )}
        </EndpointForm>
        {factor === 'text' && (
          <Button variant="default" fullWidth onClick={() => again.mutate()} disabled={again.isPending}>
            Send another code
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

export default ConfirmIdentityDialog
