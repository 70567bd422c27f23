import { Navigate, Outlet } from '@tanstack/react-router'
import { Area } from '#web/components/area.tsx'
import { Brand } from '#web/components/brand.tsx'
import { TextLink } from '#web/components/links.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import { ImpersonationBanner } from '#web/features/account/impersonation-banner.tsx'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { HistoryPlace } from '#web/features/history/history-place.tsx'
import { NotificationsButton } from '#web/features/notifications/notifications-button.tsx'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { SupportButton } from '#web/features/support/support-button.tsx'
import { TeamMenu } from '#web/features/teams/team-menu.tsx'
import { useLiveChanges } from '#web/lib/live.ts'
import { useUser } from '#web/lib/session.ts'
import { SessionKeeper } from '#web/routes/session-keeper.tsx'
import { useStartOfPage } from '#web/routes/use-start-of-page.ts'

/** The frame of everything behind the sign-in. */
export const SignedIn = () => {
  useLiveChanges()
  useStartOfPage()
  // Whoever has just changed their address has to verify the new one.
  if (useUser().must_verify_email) return <Navigate to="/verify-email" replace />
  return (
    <Shell
      banner={<ImpersonationBanner />}
      head={
        <Area name="head">
          <TextLink to="/dashboard" underline="never" aria-label="Siteledger, to the dashboard">
            <Brand short />
          </TextLink>
          <TeamMenu />
          <SearchButton />
          <SchemeToggle roomy />
          <SupportButton />
          <NotificationsButton />
          <UserMenu />
        </Area>
      }
    >
      <Outlet />
      <HistoryPlace />
      <SessionKeeper />
    </Shell>
  )
}
