import { z } from 'zod'

/** The result of one step in tests; a step that is not a test run counts as one. */
export type Counts = { passed: number; failed: number; skipped: number }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/**
 * Counts of Vitest's or Playwright's JSON report. A test that passes only at its second try is flaky and counts as
 * failed.
 */
const countTests = (report: unknown): Counts => {
  const vitest = vitestReport.safeParse(report)
  if (vitest.success) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = vitest.data
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  }
  const { stats } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/**
 * The counts of one step.
 * @param exitCode exit code of its program; a failure without a failed test (a file that does not load, no report)
 *   still counts as one
 * @param report the parsed JSON report of a test run; undefined for other steps
 */
export const countStep = (exitCode: number, report: unknown): Counts => {
  const ended: Counts = exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
  if (report === undefined) return ended
  const counts = countTests(report)
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

export const addCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** `12 passed, 1 failed, 2 skipped`; the last only if there are any. */
export const describeCounts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
