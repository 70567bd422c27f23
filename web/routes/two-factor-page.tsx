import { Anchor } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CodeForm, ResetCodeForm } from '#web/features/account/second-step-forms.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

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
