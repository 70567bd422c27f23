import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { somethingWentWrong } from '#schemas/problem.ts'
import { Failure } from '#web/components/failure.tsx'

/** One part of a page: when it breaks, it says so and the rest of the page goes on (ERR1-04). */
export const Area = ({ name, children }: { name: string; children: ReactNode }) => (
  <CatchBoundary
    getResetKey={() => name}
    errorComponent={({ reset }) => <Failure message={somethingWentWrong} onRetry={reset} />}
  >
    {children}
  </CatchBoundary>
)
