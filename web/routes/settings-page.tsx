import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changePassword } from '#schemas/resources/passwords.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { HashTabs, type TabOfPage } from '#web/components/hash-tabs.tsx'
import { NewPasswordFields, RevokeTokensField } from '#web/components/new-password-fields.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { CreateTokenPanel } from '#web/features/api-tokens/create-token-panel.tsx'
import { TokensPanel } from '#web/features/api-tokens/tokens-panel.tsx'
import { accountOfUser } from '#web/features/billing/account.ts'
import { billingTabs } from '#web/features/billing/billing-tabs.tsx'
import { AuthorizedAppsPanel, PersonalTokensPanel } from '#web/features/oauth/access-panels.tsx'
import { ClientsPanel } from '#web/features/oauth/clients-panel.tsx'
import { ErasePanel, ExportPanel } from '#web/features/personal-data/personal-data-panels.tsx'
import { CalendarPanel } from '#web/features/profile/calendar-panel.tsx'
import { CheckpointMailForm } from '#web/features/profile/checkpoint-mail-form.tsx'
import { ExpiryRemindersForm } from '#web/features/profile/expiry-reminders-form.tsx'
import { ContactForm, PhotoForm } from '#web/features/profile/profile-forms.tsx'
import { SessionsPanel } from '#web/features/security/sessions-panel.tsx'
import { TwoFactorPanel } from '#web/features/security/two-factor-panel.tsx'
import { MyInvitationsPanel } from '#web/features/teams/my-invitations-panel.tsx'
import { TeamsPanel } from '#web/features/teams/teams-panel.tsx'
import { announce } from '#web/lib/announce.ts'
import { useHolds, useUser } from '#web/lib/session.ts'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'

/** Changes the password, which signs out all other browsers. */
const PasswordForm = () => {
  const { form, ...state } = useEndpointForm({
    endpoint: changePassword,
    initial: { current_password: '', password: '', password_confirmation: '', revoke_tokens: false },
    body: (values) => values,
    onDone: () => {
      form.reset()
      void announce('Your password has been changed. You are signed out everywhere else.')
    },
  })
  return (
    <Panel title="Change password">
      <EndpointForm {...state} action={['Change password', 'Changing password']}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <NewPasswordFields form={form} />
        <RevokeTokensField form={form} />
      </EndpointForm>
    </Panel>
  )
}

const Profile = () => (
  <>
    <PhotoForm />
    <ContactForm />
    <ExpiryRemindersForm />
    {useHolds('history.view') && <CheckpointMailForm />}
    <CalendarPanel />
  </>
)

/** Returns a function that goes to the sign-in page and clears the query cache. */
const useLeave = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await navigate({ to: '/login' })
    queries.clear()
  }
}

const Security = () => {
  const leave = useLeave()
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

const Api = () => (
  <>
    <CreateTokenPanel />
    <TokensPanel />
    <ClientsPanel />
    <AuthorizedAppsPanel />
    <PersonalTokensPanel />
  </>
)

const YourData = () => {
  const leave = useLeave()
  const bidFarewell = async () => {
    await leave()
    void announce('Your account has been erased.')
  }
  return (
    <>
      <ExportPanel />
      <ErasePanel onErased={bidFarewell} />
    </>
  )
}

/** The user's own settings. */
const SettingsPage = () => {
  const user = useUser()
  // An operator who acts for somebody does not pay for them (D-64).
  const billing = user.impersonated ? [] : billingTabs(accountOfUser(user))
  const tabs: TabOfPage[] = [
    { value: 'profile', label: 'Profile', panel: <Profile /> },
    { value: 'teams', label: 'Teams', panel: <Teams /> },
    { value: 'security', label: 'Security', panel: <Security /> },
    { value: 'api', label: 'API', panel: <Api /> },
    ...billing,
    { value: 'data', label: 'Data', panel: <YourData /> },
  ]
  return (
    <>
      <PageHeader title="Settings" tab={useChosenTab(tabs)?.label} />
      <HashTabs label="Parts of the settings" tabs={tabs} />
    </>
  )
}

export default SettingsPage
