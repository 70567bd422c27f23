import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { somethingWentWrong } from '#schemas/messages.ts'
import { Failure } from '#web/components/failure.tsx'

/**
 * An error boundary around one part of a page: it shows the failure and the rest of the page keeps working (ERR1-04).
 */
export const Area = ({ name, children }: { name: string; children: ReactNode }) => (
  <CatchBoundary
    getResetKey={() => name}
    errorComponent={({ reset }) => <Failure message={somethingWentWrong} onRetry={reset} />}
  >
    {children}
  </CatchBoundary>
)
