import { Failure } from '#web/components/failure.tsx'
import { messageOf } from '#web/lib/api-problem.ts'

type Choices = { isLoadingError: boolean; error: Error | null; refetch: () => unknown }

/** Stands beside a field whose choices could not be loaded: why, and another try. Nothing where they could. */
export const ChoicesFailure = ({ choices }: { choices: Choices }) =>
  choices.isLoadingError && <Failure message={messageOf(choices.error)} onRetry={() => void choices.refetch()} />
