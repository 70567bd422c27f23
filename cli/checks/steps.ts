import { join } from 'node:path'

/** One thing that is checked: a program of a package or of ours, and where a test run leaves its report. */
export type Step = { name: string; args: readonly string[]; env?: NodeJS.ProcessEnv; report?: string }

const reports = '.build/reports'
const tool = (path: string): string => join('node_modules', path)

const vitest = (name: string, project: string): Step => {
  const report = `${reports}/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, args: [tool('vitest/vitest.mjs'), 'run', '--project', project, ...reporters], report }
}

/** `npm run check`: what to run before every commit. */
const checks: readonly Step[] = [
  { name: 'format and lint', args: [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  { name: 'types', args: [tool('typescript-7/bin/tsc')] },
  { name: 'import rules', args: ['cli/checks/import-rules.ts'] },
  { name: 'dead code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: 'web build', args: ['api/operations/web-build.ts'] },
  { name: 'size of the first load', args: ['.ci/check-size.mjs'] },
  vitest('unit tests', 'unit'),
]

const browserReport = `${reports}/browser.json`

/** `npm test`: all of that, and everything that needs processes, Redis or a browser. */
const everything: readonly Step[] = [
  ...checks,
  vitest('API, projection, worker and CLI tests', 'integration'),
  {
    name: 'browser tests',
    args: [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    report: browserReport,
  },
]

export const stepsOf = (which: string | undefined): readonly Step[] => (which === 'all' ? everything : checks)
