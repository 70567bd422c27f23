import { z } from 'zod'

const error = z.object({ message: z.string().default(''), location: z.object({ line: z.number() }).optional() })
const result = z.object({ duration: z.number(), errors: z.array(error) })
const spec = z.object({ title: z.string(), tests: z.array(z.object({ results: z.array(result) })) })

type Spec = z.infer<typeof spec>
type Suite = { file: string; specs: Spec[]; suites?: Suite[] | undefined }

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ file: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
)

const playwrightReport = z.object({ suites: z.array(suite) })

/** A test, and what its runs took and said. */
export type Walk = { title: string; results: z.infer<typeof result>[] }

const walksIn = ({ specs, suites = [] }: Suite): Walk[] => [
  ...specs.map(({ title, tests }) => ({ title, results: tests.flatMap(({ results }) => results) })),
  ...suites.flatMap(walksIn),
]

/** The tests of each file of Playwright's JSON report, by its path below tests/e2e; none of any other report. */
export const walksByFile = (report: unknown): { file: string; walks: Walk[] }[] =>
  playwrightReport.safeParse(report).data?.suites.map((each) => ({ file: each.file, walks: walksIn(each) })) ?? []
