import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Brand } from '#web/components/brand.tsx'
import { TextLink } from '#web/components/links.tsx'
import { LiveNotice } from '#web/components/live-notice.tsx'
import { SchemeToggle } from '#web/components/scheme-toggle.tsx'
import { Shell } from '#web/components/shell.tsx'
import { TeamName } from '#web/features/account/team-name.tsx'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { useLiveChanges } from '#web/lib/live.ts'

/** On another page the focus starts at its beginning, so that keyboard and screen reader do too. */
const useFocusOnNewPage = () => {
  const path = useLocation({ select: (location) => location.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [path])
}

/** The frame of everything behind the sign-in. */
export const SignedIn = () => {
  useLiveChanges()
  useFocusOnNewPage()
  return (
    <Shell
      head={
        <>
          <TextLink to="/dashboard" underline="never" aria-label="Siteledger, to the dashboard">
            <Brand />
          </TextLink>
          <TeamName />
          <SchemeToggle />
          <UserMenu />
        </>
      }
      notice={<LiveNotice />}
    >
      <Outlet />
    </Shell>
  )
}
