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

/**
 * The high and critical vulnerabilities in a report of `npm audit --json`, a line each; undefined if the text is no
 * report, as without a network or from a registry that knows none.
 */
export const weaknessesIn = (report: string): string[] | undefined => {
  const { data } = AuditReport.safeParse(parsed(report))
  if (!data) return undefined
  return Object.entries(data.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range, via }]) => {
      const causes = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`))
      return `${severity}: ${name} ${range}: ${causes.join('; ')}`
    })
}
