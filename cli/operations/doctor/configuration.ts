import type { Env } from '#api/env.ts'
import { type Finding, fine, odd } from './finding.ts'

const isLocal = (url: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Checks for settings that are valid but possibly unintended. */
export const checkConfiguration = (env: Env): Finding[] => {
  const findings = [fine('configuration', `People come in at ${env.appUrl}.`)]
  const published = !isLocal(env.appUrl)
  if (published && env.appUrl.startsWith('http:')) {
    findings.push(odd('configuration', 'APP_URL is http: passwords travel readable. Put https in front and name it.'))
  }
  if (published && env.trustProxy === 0 && isLocal(`http://${env.host}`)) {
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
