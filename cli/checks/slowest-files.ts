import { relative } from 'node:path'
import { z } from 'zod'

/** A test file, and the seconds that its tests took. */
export type TimedFile = { file: string; seconds: number }

const vitestFiles = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
})

type Suite = { file: string; specs: { tests: { results: { duration: number }[] }[] }[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    file: z.string(),
    specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })),
    suites: z.array(suite).optional(),
  }),
)

const playwrightFiles = z.object({ suites: z.array(suite) })

const millisecondsOf = ({ specs, suites = [] }: Suite): number =>
  [
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    ...suites.map(millisecondsOf),
  ].reduce((sum, each) => sum + each, 0)

/** The files of Vitest's or Playwright's JSON report; none where a step has no report. */
const timedFiles = (root: string, report: unknown): TimedFile[] => {
  const vitest = vitestFiles.safeParse(report)
  if (vitest.success) {
    return vitest.data.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
  }
  const playwright = playwrightFiles.safeParse(report)
  if (!playwright.success) return []
  return playwright.data.suites.map((each) => ({
    file: `tests/e2e/${each.file}`,
    seconds: millisecondsOf(each) / 1000,
  }))
}

/** The `most` files of these reports that took the longest, slowest first. Files run side by side, so they add up to more than their steps. */
export const slowestFiles = (root: string, reports: readonly unknown[], most: number): TimedFile[] =>
  reports
    .flatMap((report) => timedFiles(root, report))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
