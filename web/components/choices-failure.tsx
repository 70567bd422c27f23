import { Failure } from '#web/components/query-state.tsx'

type Choices = { isLoadingError: boolean; error: Error | null; refetch: () => unknown }

/** Shows why a field's choices could not be loaded, with a retry; renders nothing when they could. */
export const ChoicesFailure = ({ choices }: { choices: Choices }) =>
  choices.isLoadingError && <Failure error={choices.error} onRetry={() => void choices.refetch()} />
