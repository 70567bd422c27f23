import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { HashTabs } from '#web/components/hash-tabs.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { ContactForm } from '#web/features/profile/contact-form.tsx'
import { PhotoForm } from '#web/features/profile/photo-form.tsx'
import { PasswordForm } from '#web/features/security/password-form.tsx'
import { SessionsPanel } from '#web/features/security/sessions-panel.tsx'
import { TwoFactorPanel } from '#web/features/security/two-factor-panel.tsx'
import { MyInvitationsPanel } from '#web/features/teams/my-invitations-panel.tsx'
import { TeamsPanel } from '#web/features/teams/teams-panel.tsx'

const Profile = () => (
  <>
    <PhotoForm />
    <ContactForm />
  </>
)

const Security = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await navigate({ to: '/login' })
    queries.clear()
  }
  return (
    <>
      <PasswordForm />
      <TwoFactorPanel />
      <SessionsPanel onSignedOut={leave} />
    </>
  )
}

const Teams = () => (
  <>
    <MyInvitationsPanel />
    <TeamsPanel />
  </>
)

/** The user's own settings (SET-03 to SET-10). */
const SettingsPage = () => (
  <>
    <PageHeader title="Settings" />
    <HashTabs
      label="Parts of the settings"
      tabs={[
        { value: 'profile', label: 'Profile', panel: <Profile /> },
        { value: 'teams', label: 'Teams', panel: <Teams /> },
        { value: 'security', label: 'Security', panel: <Security /> },
      ]}
    />
  </>
)

export default SettingsPage
