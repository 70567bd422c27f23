import { join } from 'node:path'

/**
 * One check: a program of a package or of the project, and the path of its test report. One that is `beside` others takes
 * long on one core: those after it begin meanwhile.
 */
export type Step = { name: string; args: readonly string[]; env?: NodeJS.ProcessEnv; report?: string; beside?: boolean }

const reports = '.build/reports'
const tool = (path: string): string => join('node_modules', path)

const vitest = (name: string, project: string): Step => {
  const report = `${reports}/${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, args: [tool('vitest/vitest.mjs'), 'run', '--project', project, ...reporters], report }
}

/** `npm run check`: the checks before every commit. */
const checks: readonly Step[] = [
  // Each thread more would work out once more what most files share.
  { name: 'types', args: [tool('typescript-7/bin/tsc'), '--checkers', '1'], beside: true },
  { name: 'format and lint', args: [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'] },
  { name: 'subject of the commit', args: ['cli/checks/commit-subject.ts'] },
  { name: 'import rules', args: ['cli/checks/import-rules.ts'] },
  { name: 'dead code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: 'build', args: ['cli/operations/build.ts'] },
  { name: 'size of the first load', args: ['.ci/check-size.mjs'] },
  vitest('unit tests', 'unit'),
]

const browserReport = `${reports}/browser.json`

/**
 * `npm test`: all of `npm run check`, and the tests that need processes, Redis or a browser. Those of processes wait a
 * lot, and what never waits comes last: no core is idle until the end.
 */
const allSteps: readonly Step[] = [
  ...checks,
  { name: 'known vulnerabilities', args: ['cli/checks/audit.ts'] },
  { ...vitest('tests of processes', 'integration'), beside: true },
  {
    name: 'browser tests',
    args: [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
    report: browserReport,
  },
  vitest('components and hooks in a browser', 'web'),
  vitest('API and job tests', 'api'),
]

export const stepsOf = (which: string | undefined): readonly Step[] => (which === 'all' ? allSteps : checks)
