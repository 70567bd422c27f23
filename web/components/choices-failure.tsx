import { Failure } from '#web/components/failure.tsx'
import { messageOf } from '#web/lib/api-problem.ts'

type Choices = { isLoadingError: boolean; error: Error | null; refetch: () => unknown }

/** Shows why a field's choices could not be loaded, with a retry; renders nothing when they could. */
export const ChoicesFailure = ({ choices }: { choices: Choices }) =>
  choices.isLoadingError && <Failure message={messageOf(choices.error)} onRetry={() => void choices.refetch()} />
