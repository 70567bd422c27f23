import { expect, test } from 'vitest'
import { slowestFiles } from '#cli/checks/slowest-files.ts'

const vitest = {
  testResults: [
    { name: '/house/tests/api/slow.test.ts', startTime: 1000, endTime: 9000 },
    { name: '/house/tests/api/quick.test.ts', startTime: 1000, endTime: 1500 },
  ],
}

const walk = (...durations: number[]) => ({
  title: 'somebody signs in',
  tests: [{ results: durations.map((duration) => ({ duration, errors: [] })) }],
})

const playwright = {
  suites: [{ file: 'walk.spec.ts', specs: [walk(1000, 500)], suites: [{ file: 'walk.spec.ts', specs: [walk(2000)] }] }],
}

test('the slowest files of all reports are named, slowest first', () => {
  expect(slowestFiles('/house', [vitest, undefined, playwright], 2)).toStrictEqual([
    { file: 'tests/api/slow.test.ts', seconds: 8 },
    { file: 'tests/e2e/walk.spec.ts', seconds: 3.5 },
  ])
})
