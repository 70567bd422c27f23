import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { Panel } from '#web/components/panel.tsx'
import { ConfirmTwoFactorForm, type StartedFactor } from '#web/features/security/confirm-two-factor-form.tsx'
import { StartTwoFactorForm } from '#web/features/security/start-two-factor-form.tsx'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { userQuery, useUser } from '#web/lib/session.ts'

const TurnOff = ({ onDone }: { onDone: () => unknown }) => {
  const { two_factor, phone } = useUser()
  const off = useMutation({
    mutationFn: () => callApi(turnTwoFactorOff),
    onSuccess: onDone,
    onError: (error) => announce(messageOf(error), 'failure'),
  })
  const how = two_factor === 'app' ? 'by an authenticator app' : `by text message to ${phone}`
  return (
    <>
      <Text size="md">{`Two-factor authentication is on, ${how}.`}</Text>
      <Button variant="default" style={{ justifySelf: 'start' }} disabled={off.isPending} onClick={() => off.mutate()}>
        Turn two-factor authentication off
      </Button>
    </>
  )
}

/** Sets two-factor authentication up in two steps, or turns it off. */
export const TwoFactorPanel = () => {
  const queries = useQueryClient()
  const { two_factor } = useUser()
  const [started, setStarted] = useState<StartedFactor | null>(null)
  const changed = async (message: string) => {
    await queries.invalidateQueries({ queryKey: userQuery.queryKey })
    setStarted(null)
    await announce(message)
  }
  return (
    <Panel title="Two-factor authentication">
      {two_factor && <TurnOff onDone={() => changed('Two-factor authentication is off.')} />}
      {!two_factor && !started && <StartTwoFactorForm onStarted={setStarted} />}
      {!two_factor && started && (
        <ConfirmTwoFactorForm
          started={started}
          onConfirmed={() => changed('Two-factor authentication is on.')}
          onBack={() => setStarted(null)}
        />
      )}
    </Panel>
  )
}
