import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { somethingWentWrong } from '#schemas/calls/messages.ts'
import { Failure } from '#web/components/query-state.tsx'

/** Trying again also asks the questions anew that failed: without that they would throw what they threw before. */
const FailedArea = ({ reset }: Pick<ErrorComponentProps, 'reset'>) => {
  const queries = useQueryErrorResetBoundary()
  const tryAgain = () => {
    queries.reset()
    reset()
  }
  return <Failure message={somethingWentWrong} onRetry={tryAgain} />
}

/** An error boundary around one part of a page: it shows the failure and the rest of the page keeps working. */
export const Area = ({ name, children }: { name: string; children: ReactNode }) => (
  <CatchBoundary getResetKey={() => name} errorComponent={FailedArea}>
    {children}
  </CatchBoundary>
)
