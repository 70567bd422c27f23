// A step of `npm test`: names the known vulnerabilities of the packages that the product runs with, and fails if one
// of them is high or critical.

import { spawnSync } from 'node:child_process'
import { z } from 'zod'

const AuditReport = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A known vulnerability in one line; the severe ones, high and critical, may not stay. */
type Weakness = { words: string; severe: boolean }

/**
 * The vulnerabilities in a report of `npm audit --json`; undefined if the text is no report, as without a network or from
 * a registry that knows none.
 */
export const weaknessesIn = (report: string): Weakness[] | undefined => {
  const { data } = AuditReport.safeParse(parsed(report))
  if (!data) return undefined
  return Object.entries(data.vulnerabilities).map(([name, { severity, range, via }]) => {
    const causes = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`))
    const severe = severity === 'high' || severity === 'critical'
    return { words: `${severity}: ${name} ${range}: ${causes.join('; ')}`, severe }
  })
}

const script = process.env.npm_execpath
const [command, ...before] = script?.endsWith('.js') ? [process.execPath, script] : ['npm']
const { stdout, error } = spawnSync(command, [...before, 'audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
})
const found = error ? undefined : weaknessesIn(stdout)

if (found === undefined)
  process.stdout.write('No registry answered what is known of the packages; nothing was checked.\n')
else if (found.length === 0) process.stdout.write('No package has a known vulnerability.\n')
else process.stdout.write(found.map(({ words }) => `${words}\n`).join(''))
process.exitCode = found?.some(({ severe }) => severe) ? 1 : 0
