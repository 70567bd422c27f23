import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

const vitestFailures = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), failureMessages: z.array(z.string()) })) }),
  ),
})

const error = z.object({ message: z.string().default(''), location: z.object({ line: z.number() }).optional() })
const result = z.object({ errors: z.array(error) })
const spec = z.object({ title: z.string(), tests: z.array(z.object({ results: z.array(result) })) })

type Suite = { specs: z.infer<typeof spec>[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(spec), suites: z.array(suite).optional() }))

const playwrightFailures = z.object({ suites: z.array(suite) })

type Failure = { test: string; messages: string[] }

const said = ({ message, location }: z.infer<typeof error>): string =>
  location === undefined ? message : `line ${location.line}: ${message}`

const failuresIn = ({ specs, suites = [] }: Suite): Failure[] => [
  ...specs.map(({ title, tests }) => ({
    test: title,
    messages: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(said))),
  })),
  ...suites.flatMap(failuresIn),
]

const testsOf = (report: unknown): Failure[] => {
  const vitest = vitestFailures.safeParse(report)
  if (vitest.success) {
    return vitest.data.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, failureMessages }) => ({ test: fullName, messages: failureMessages })),
    )
  }
  return playwrightFailures.safeParse(report).data?.suites.flatMap(failuresIn) ?? []
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
