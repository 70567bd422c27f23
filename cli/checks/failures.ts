import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { type Walk, walksByFile } from '#cli/checks/playwright-report.ts'

const vitestFailures = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })) }),
  ),
})

type Failure = { test: string; messages: string[] }

const failureOf = ({ title, results }: Walk): Failure => ({
  test: title,
  messages: results.flatMap(({ errors }) =>
    errors.map(({ message, location }) => (location === undefined ? message : `line ${location.line}: ${message}`)),
  ),
})

const testsOf = (report: unknown): Failure[] => {
  const vitest = vitestFailures.safeParse(report)
  if (!vitest.success) return walksByFile(report).flatMap(({ walks }) => walks.map(failureOf))
  return vitest.data.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, failureMessages }) => ({ test: fullName, messages: failureMessages })),
  )
}

/** Lines of a message that the summary repeats. */
const linesShown = 12

/** What each failed test of these reports says, in Vitest's or Playwright's words. */
export const failuresOf = (reports: readonly unknown[]): string[] =>
  reports
    .flatMap(testsOf)
    .filter(({ messages }) => messages.length > 0)
    .flatMap(({ test, messages }) => [
      `failed: ${test}`,
      ...messages.map((each) => stripVTControlCharacters(each).split('\n').slice(0, linesShown).join('\n')),
    ])
