import { relative } from 'node:path'
import { z } from 'zod'
import { type Walk, walksByFile } from '#cli/checks/playwright-report.ts'

/** A test file, and the seconds that its tests took. */
export type TimedFile = { file: string; seconds: number }

const vitestFiles = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

const secondsOf = (walks: readonly Walk[]): number =>
  walks.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000

/** The files of Vitest's or Playwright's JSON report; none where a step has no report. */
const timedFiles = (root: string, report: unknown): TimedFile[] => {
  const vitest = vitestFiles.safeParse(report)
  if (vitest.success) {
    return vitest.data.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
  }
  return walksByFile(report).map(({ file, walks }) => ({ file: `tests/e2e/${file}`, seconds: secondsOf(walks) }))
}

/** The `most` files of these reports that took the longest, slowest first. Files run side by side, so they add up to more than their steps. */
export const slowestFiles = (root: string, reports: readonly unknown[], most: number): TimedFile[] =>
  reports
    .flatMap((report) => timedFiles(root, report))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
