import { describe, expect, it } from 'vitest'
import { addCounts, countStep, describeCounts } from '#cli/checks/counts.ts'

const vitest = (passed: number, failed: number) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 1,
})

describe('what the checks found', () => {
  it('counts a step without tests as one', () => {
    expect(countStep(0, undefined)).toStrictEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(countStep(2, undefined)).toStrictEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('counts the tests of a vitest report', () => {
    expect(countStep(0, vitest(7, 0))).toStrictEqual({ passed: 7, failed: 0, skipped: 2 })
    expect(countStep(1, vitest(5, 2))).toStrictEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  it('counts a failure that no test stands for', () => {
    expect(countStep(1, vitest(7, 0))).toStrictEqual({ passed: 7, failed: 1, skipped: 2 })
  })

  it('counts a browser test that passed at its second try as failed', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } }

    expect(countStep(1, report)).toStrictEqual({ passed: 3, failed: 2, skipped: 0 })
  })

  it('adds up to the last line', () => {
    const one = { passed: 1, failed: 0, skipped: 0 }

    expect(describeCounts(addCounts([one, one]))).toBe('2 passed, 0 failed')
    expect(describeCounts(addCounts([one, { passed: 0, failed: 2, skipped: 3 }]))).toBe('1 passed, 2 failed, 3 skipped')
  })
})
