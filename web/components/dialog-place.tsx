import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { somethingWentWrong } from '#schemas/problem.ts'
import { announce } from '#web/lib/announce.ts'

const sayBroken = (): void => void announce(somethingWentWrong, 'failure')

/**
 * Where something opens over the page that loads later, mostly a dialog. One that breaks says so, and the page below it
 * stays as it is, with all that was typed there (ERR1-04); the next thing that it is `about` tries anew.
 */
export const DialogPlace = ({ about, children }: { about?: unknown; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => about} errorComponent={() => null} onCatch={sayBroken}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
)
