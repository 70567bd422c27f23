import { Anchor, Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FactorMethod } from '#schemas/events/user.ts'
import { giveCode, giveResetCode, sendCodeAgain } from '#schemas/resources/two-factor.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

/** Signs in once with the reset code, which turns two-factor authentication off (D-09). */
const ResetCodeForm = ({ onSignedIn }: { onSignedIn: (redirect: string) => unknown }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: giveResetCode,
    initial: { code: '' },
    body: (values) => values,
    onDone: ({ redirect }) => onSignedIn(redirect),
  })
  return (
    <EndpointForm {...state} action={['Sign in', 'Signing in']} narrow>
      <Text size="md">
        Type the reset code that you were shown when you set up two-factor authentication. It signs you in once and
        turns two-factor authentication off.
      </Text>
      <TextInput
        label="Reset code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        withAsterisk={false}
        {...form.getInputProps('code')}
      />
    </EndpointForm>
  )
}

type Props = { by: FactorMethod; onSignedIn: (redirect: string) => unknown }

/** The form that completes sign-in with a code of the second factor (D-09). */
const CodeForm = ({ by, onSignedIn }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: giveCode,
    isHarmlessTwice: true,
    initial: { code: '' },
    body: (values) => values,
    onDone: ({ redirect }) => onSignedIn(redirect),
  })
  const again = useMutation({
    mutationFn: () => callApi(sendCodeAgain),
    onSuccess: () => announce('Another code is on its way. The one before no longer counts.'),
    onError: announceFailure,
  })
  return (
    <>
      <EndpointForm {...state} action={['Sign in', 'Signing in']} narrow>
        <Text size="md">
          {by === 'app' ? 'Open your authenticator app and type its code.' : 'Type the code from the text message.'}
        </Text>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
          required
          withAsterisk={false}
          {...form.getInputProps('code')}
        />
      </EndpointForm>
      {by === 'text' && (
        <Button variant="default" fullWidth mt="sm" onClick={() => again.mutate()} disabled={again.isPending}>
          Send another code
        </Button>
      )}
    </>
  )
}

/** The second step of sign-in (D-09). */
const TwoFactorPage = () => {
  const { by = 'app', back } = useSearch({ from: '/login/token' })
  const enter = useEnter()
  const [lost, setLost] = useState(false)
  const onSignedIn = (redirect: string) => enter(redirect, back)
  return (
    <GuestPage
      title="Two-factor authentication"
      lead="Confirm it’s you."
      other={
        <Anchor component="button" type="button" underline="always" onClick={() => setLost(!lost)}>
          {lost ? 'I have a code' : 'I can’t get a code'}
        </Anchor>
      }
    >
      {lost ? <ResetCodeForm onSignedIn={onSignedIn} /> : <CodeForm by={by} onSignedIn={onSignedIn} />}
    </GuestPage>
  )
}

export default TwoFactorPage
