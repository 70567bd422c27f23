import { Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Area } from '#web/components/area.tsx'
import { Brand } from '#web/components/brand.tsx'
import { TextLink } from '#web/components/links.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import { ImpersonationBanner } from '#web/features/account/impersonation-banner.tsx'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { HistoryOutlet } from '#web/features/history/history-outlet.tsx'
import { Keyboard } from '#web/features/keyboard/keyboard.tsx'
import { NotificationsButton } from '#web/features/notifications/notifications-button.tsx'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { SecondFactorDue } from '#web/features/security/second-factor-due.tsx'
import { ShareOutlet } from '#web/features/shares/share-outlet.tsx'
import { SupportButton } from '#web/features/support/support-button.tsx'
import { TeamMenu } from '#web/features/teams/team-menu.tsx'
import { focusPage } from '#web/lib/focus-page.ts'
import { useLiveChanges } from '#web/lib/live.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useTeam, useUser } from '#web/lib/session.ts'
import { IdentityKeeper } from '#web/routes/identity-keeper.tsx'
import { SessionKeeper } from '#web/routes/session-keeper.tsx'

/**
 * Starts a new page at the top with the focus on its heading, for keyboard and screen reader users too. The router
 * does not reset the scroll position when an address has a hash. Back and Forward keep their position.
 */
const useStartOfPage = (): void => {
  const router = useRouter()
  useEffect(() => {
    let onward = false
    const stopListening = router.history.subscribe(({ action }) => {
      onward = action.type === 'PUSH' || action.type === 'REPLACE'
    })
    const stopFollowing = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      if (onward) window.scrollTo(0, 0)
      focusPage()
    })
    return () => {
      stopListening()
      stopFollowing()
    }
  }, [router])
}

const WaitingUploads = lazy(retryingImport(() => import('#web/features/uploads/waiting-uploads.tsx')))

/** The page, unless the team first asks for a second factor. */
const PageInTeam = () => {
  const { second_factor_due } = useUser()
  const team = useTeam()
  const inSettings = useLocation().pathname.startsWith('/settings')
  return second_factor_due && !inSettings ? <SecondFactorDue team={team?.name ?? ''} /> : <Outlet />
}

/** The layout of all pages that require sign-in. It ignores the address: drawn again, it would redirect again. */
export const SignedIn = () => {
  useLiveChanges()
  useStartOfPage()
  const { must_verify_email } = useUser()
  // A user who has just changed their address must verify the new one.
  if (must_verify_email) return <Navigate to="/verify-email" replace />
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
      <PageInTeam />
      <HistoryOutlet />
      <ShareOutlet />
      <Suspense>
        <WaitingUploads />
      </Suspense>
      <Keyboard />
      <SessionKeeper />
      <IdentityKeeper />
    </Shell>
  )
}
