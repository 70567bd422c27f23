import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import { showSample } from '#schemas/resources/sample.ts'
import { sampleAbilities } from '#schemas/rights/abilities.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { kinds } from '#web/components/kinds.ts'
import { Panel } from '#web/components/panel.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { removedWords, useSample } from '#web/components/sample/use-sample.ts'
import { WorkProgress } from '#web/components/work-progress.tsx'
import styles from '#web/features/teams/sample-panel.module.css'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan, useHolds, useTeam } from '#web/lib/session.ts'

const sampleQuery = oneQuery(showSample)

/** Removes the sample data of the team that its reader works in, as long as it is there, and names what was kept. */
export const SamplePanel = ({ teamId }: { teamId: string }) => {
  const can = useCan()
  const mayImport = useHolds('import')
  const isCurrent = useTeam()?.id === teamId
  const { data } = useQuery({
    ...sampleQuery,
    enabled: isCurrent && mayImport && sampleAbilities.every((ability) => can(ability)),
  })
  const { remove } = useSample()
  const [progress, setProgress] = useState<Progress>()
  const act = useMutation({
    mutationFn: () => remove(setProgress),
    onSuccess: (removed) => announce(removedWords(removed)),
    onSettled: () => setProgress(undefined),
  })
  const kept = act.data?.kept_records ?? []
  const isThere = data !== undefined && data.status !== 'none' && data.status !== 'removed'
  if (!isCurrent || (!isThere && kept.length === 0)) return null
  return (
    <Panel title="Sample data">
      <Text size="md">
        {kept.length === 0
          ? 'Everything of the sample data goes to the trash for 30 days. What someone has worked on since is kept.'
          : removedWords({ kept: kept.length })}
      </Text>
      {progress && <WorkProgress progress={progress} />}
      {act.isError && <Failure error={act.error} />}
      {isThere && !act.isPending && (
        <ConfirmButton
          title="Remove sample data"
          question="Its clients, sites, visits, files, documents and categories go to the trash for 30 days. What someone has worked on since is kept."
          answers={['Keep it', 'Remove']}
          onYes={async () => act.mutate()}
          size="sm"
          style={{ justifySelf: 'start' }}
        >
          Remove sample data
        </ConfirmButton>
      )}
      {kept.length > 0 && (
        <ul className={styles.kept} aria-label="Kept">
          {kept.map(({ kind, id, name }) => (
            <li key={id}>{`${name} (${kinds[kind].one})`}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
