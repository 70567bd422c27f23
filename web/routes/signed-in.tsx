import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Navigate, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { Area } from '#web/components/area.tsx'
import { Brand } from '#web/components/brand.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { historyTargetAtom } from '#web/components/history-target.ts'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { Panel } from '#web/components/panel.tsx'
import { MenuButton } from '#web/components/places/menu-button.tsx'
import { Sidebar } from '#web/components/places/sidebar.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { shareTargetAtom } from '#web/components/share-target.ts'
import { Shell } from '#web/components/shell.tsx'
import { ImpersonationBanner } from '#web/features/account/impersonation-banner.tsx'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { Keyboard } from '#web/features/keyboard/keyboard.tsx'
import { NotificationsButton } from '#web/features/notifications/notifications-button.tsx'
import { AsOfOutlet } from '#web/features/past/as-of-outlet.tsx'
import { SearchButton } from '#web/features/search/search-button.tsx'
import { SupportButton } from '#web/features/support/support-button.tsx'
import { TeamMenu } from '#web/features/teams/team-menu.tsx'
import { focusPage } from '#web/lib/focus-page.ts'
import { useLiveChanges } from '#web/lib/live.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useHolds, useTeam, useUser } from '#web/lib/session.ts'
import { IdentityKeeper } from '#web/routes/identity-keeper.tsx'
import { SessionKeeper } from '#web/routes/session-keeper.tsx'

/** Tells a member what their team asks of them before they can work in it. */
const SecondFactorDue = ({ team }: { team: string }) => (
  <>
    <PageHeader title="Two-factor authentication" detail={`The team ${team} asks for it`} />
    <Panel title="One more step">
      <Text size="md">
        Everyone in this team signs in with a code beside the password. Turn two-factor authentication on, and
        everything is open to you again.
      </Text>
      <TextLink to="/settings" hash="/security" underline="always">
        Go to your security settings
      </TextLink>
    </Panel>
  </>
)

const ShareDialog = lazy(retryingImport(() => import('#web/features/shares/share-dialog.tsx')))

/** Renders the share dialog, which loads when it first opens. */
const ShareOutlet = () => {
  const [{ target, opened }, setTarget] = useAtom(shareTargetAtom)
  if (!target) return null
  return (
    <DialogOutlet about={target}>
      <ShareDialog
        key={target.id}
        target={target}
        opened={opened}
        onClose={() => setTarget({ target, opened: false })}
      />
    </DialogOutlet>
  )
}

const HistoryDrawer = lazy(retryingImport(() => import('#web/features/history/history-drawer.tsx')))

/** Renders the history drawer, which loads when it first opens. */
const HistoryOutlet = () => {
  const [{ target, opened }, setTarget] = useAtom(historyTargetAtom)
  if (!target) return null
  return (
    <DialogOutlet about={target}>
      <HistoryDrawer target={target} opened={opened} onClose={() => setTarget({ target, opened: false })} />
    </DialogOutlet>
  )
}

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

const PastBar = lazy(retryingImport(() => import('#web/features/past/past-bar.tsx')))

/** The page, as it was where its address says so, unless the team first asks for a second factor. */
const PageInTeam = () => {
  const { second_factor_due } = useUser()
  const team = useTeam()
  const inSettings = useLocation().pathname.startsWith('/settings')
  const mayRead = useHolds('history.view')
  if (second_factor_due && !inSettings) return <SecondFactorDue team={team?.name ?? ''} />
  if (shownMoment() === null) return <Outlet />
  return (
    <>
      <Suspense>
        <PastBar />
      </Suspense>
      {mayRead && <Outlet />}
    </>
  )
}

/** The layout of all pages that require sign-in. It ignores the address: drawn again, it would redirect again. */
export const SignedIn = () => {
  useLiveChanges()
  useStartOfPage()
  const { must_verify_email } = useUser()
  const hasTeam = useTeam() !== null
  const isWide = useMediaQuery('(min-width: 1100px)', false, { getInitialValueInEffect: false })
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
          {hasTeam && !isWide && <MenuButton />}
          <TeamMenu />
          <SearchButton />
          <SchemeToggle roomy />
          <SupportButton />
          <NotificationsButton />
          <UserMenu />
        </Area>
      }
      side={hasTeam && isWide && <Sidebar />}
    >
      <PageInTeam />
      <HistoryOutlet />
      <ShareOutlet />
      <AsOfOutlet />
      {shownMoment() === null && (
        <Suspense>
          <WaitingUploads />
        </Suspense>
      )}
      <Keyboard />
      <SessionKeeper />
      <IdentityKeeper />
    </Shell>
  )
}
