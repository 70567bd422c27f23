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
export type Weakness = { words: string; severe: boolean }

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
