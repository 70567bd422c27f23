import { expect, test } from 'vitest'
import { failuresOf } from '#cli/checks/failures.ts'

const vitest = {
  testResults: [
    {
      assertionResults: [
        { fullName: 'a list is sorted', failureMessages: ['expected 2 to be 1'] },
        { fullName: 'a list is short', failureMessages: [] },
      ],
    },
  ],
}

const spec = (title: string, ...messages: string[]) => ({
  title,
  tests: [{ results: [{ duration: 1, errors: messages.map((message) => ({ message, location: { line: 7 } })) }] }],
})

const playwright = {
  suites: [
    {
      file: 'walk.spec.ts',
      specs: [spec('somebody signs in')],
      suites: [
        {
          file: 'walk.spec.ts',
          specs: [spec('somebody leaves', '\u001b[31mtimed out\u001b[39m', `a\n${'b\n'.repeat(30)}`)],
        },
      ],
    },
  ],
}

test('each failed test of all reports is named with the beginning of what it says, without colours', () => {
  expect(failuresOf([vitest, undefined, playwright])).toStrictEqual([
    'failed: a list is sorted',
    'expected 2 to be 1',
    'failed: somebody leaves',
    'line 7: timed out',
    `line 7: a\n${'b\n'.repeat(11)}`.trimEnd(),
  ])
})
