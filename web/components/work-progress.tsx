import '@mantine/core/styles/Progress.layer.css'
import { Progress as Bar, Text } from '@mantine/core'
import type { Progress } from '#schemas/calls/progress.ts'

const many = (count: number): string => count.toLocaleString('en-GB')

/** How far the work on several records has come: '120 of 304'. */
export const progressWords = ({ done, total }: Progress): string => `${many(done)} of ${many(total)}`

/** How far work has come, as a bar and in words. */
export const WorkProgress = ({ progress }: { progress: Progress }) => (
  <div>
    <Bar
      value={progress.total === 0 ? 100 : (progress.done / progress.total) * 100}
      aria-label="Done so far"
      size="md"
      radius="xl"
      transitionDuration={250}
    />
    <Text size="sm" c="dimmed" mt={6}>
      {progressWords(progress)}
    </Text>
  </div>
)
