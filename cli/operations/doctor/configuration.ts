import { isLoopback, plainAddressWarning } from '#api/adapters/loopback.ts'
import type { Env } from '#api/env/env.ts'
import { type Finding, fine, odd } from './finding.ts'

/** Checks for settings that are valid but possibly unintended. */
export const checkConfiguration = (env: Env): Finding[] => {
  const findings = [fine('configuration', `People come in at ${env.appUrl}.`)]
  const published = !isLoopback(env.appUrl)
  const plain = plainAddressWarning(env.appUrl)
  if (plain !== undefined) findings.push(odd('configuration', plain))
  if (published && env.trustProxy === 0 && isLoopback(`http://${env.host}`)) {
    findings.push(
      odd('configuration', 'Set TRUST_PROXY to the number of proxies in front, or limits count all as one.'),
    )
  }
  if (env.mailUrl === undefined) {
    const words = `MAIL_URL is not set: mails are kept in ${env.dataDir}/mail and reach nobody.`
    findings.push(published ? odd('mail', words) : fine('mail', words))
  }
  if (env.operatorEmails.length === 0) {
    findings.push(odd('operators', 'OPERATOR_EMAILS is empty: nobody can run the platform from inside it.'))
  }
  return findings
}
