import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { somethingWentWrong } from '#schemas/calls/messages.ts'
import { announce } from '#web/lib/announce.ts'

const announceFailure = (): void => void announce(somethingWentWrong, 'failure')

/**
 * Renders a lazily loaded dialog. When the dialog fails, a toast says so, and the page below keeps its state and input;
 * a change of `about` tries again.
 */
export const DialogOutlet = ({ about, children }: { about?: unknown; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => about} errorComponent={() => null} onCatch={announceFailure}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
