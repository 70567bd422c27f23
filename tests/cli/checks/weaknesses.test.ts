import { expect, test } from 'vitest'
import { weaknessesIn } from '#cli/checks/audit.ts'

const advisory = { title: 'Prototype pollution', url: 'https://advisories.example/1' }

test('a report names every vulnerability, and those that may not stay', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      one: { name: 'one', severity: 'critical', range: '<2', via: [advisory] },
      two: { name: 'two', severity: 'moderate', range: '<3', via: [advisory] },
      three: { name: 'three', severity: 'high', range: '*', via: ['one'] },
    },
  }

  expect(weaknessesIn(JSON.stringify(report))).toEqual([
    { words: 'critical: one <2: Prototype pollution https://advisories.example/1', severe: true },
    { words: 'moderate: two <3: Prototype pollution https://advisories.example/1', severe: false },
    { words: 'high: three *: by one', severe: true },
  ])
  expect(weaknessesIn(JSON.stringify({ ...report, vulnerabilities: {} }))).toEqual([])
})

test.each(['', 'npm ERR! network', '{"error": {"code": "ENOTFOUND"}}', '{"message": "405 Method Not Allowed"}'])(
  'what is no report checks nothing, as without a network: %s',
  (text) => {
    expect(weaknessesIn(text)).toBeUndefined()
  },
)
