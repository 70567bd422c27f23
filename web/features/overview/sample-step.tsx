import { UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Progress } from '#schemas/calls/progress.ts'
import { Icon } from '#web/components/icon.tsx'
import { useSample } from '#web/components/sample/use-sample.ts'
import { progressWords } from '#web/components/work-progress.tsx'
import styles from '#web/features/overview/overview.module.css'
import { messageOf } from '#web/lib/api-problem.ts'

/** In an empty team: fills it with sample data, and tells how far that has come. */
export const SampleStep = () => {
  const { add } = useSample()
  const [progress, setProgress] = useState<Progress>()
  const act = useMutation({ mutationFn: () => add(setProgress), onSettled: () => setProgress(undefined) })
  return (
    <UnstyledButton className={styles.step} disabled={act.isPending} onClick={() => act.mutate()}>
      <Icon name="eye" size={22} />
      <b>
        {act.isPending
          ? `Adding sample data${progress ? `: ${progressWords(progress)}` : '…'}`
          : 'Look around with sample data'}
      </b>
      <span role={act.isError ? 'alert' : undefined}>
        {act.isError ? messageOf(act.error) : 'A made-up firm with 60 sites. One Undo removes it.'}
      </span>
    </UnstyledButton>
  )
}
