import { hash, randomBytes } from 'node:crypto'
import { Failure } from '#cli/failure.ts'
import { askForConsent } from '#schemas/resources/oauth-authorization.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import { grantedByName } from '#schemas/rights/oauth-scopes.ts'
import { describedBy, exchangeCode } from './authorization-server.ts'
import { openLoopbackListener } from './loopback-listener.ts'
import type { AppTokens } from './profiles.ts'

/**
 * Signs in through the browser as an app of this very server (RFC 8252, with PKCE): `show` is given the address that the
 * user has to open, and this waits so many minutes for their answer. Throws Failure.
 */
export const signInByBrowser = async (
  url: string,
  minutes: number,
  show: (address: string) => void,
): Promise<AppTokens> => {
  const { issuer, scopes_supported: scopes } = await describedBy(url)
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(32).toString('base64url')
  const { redirect, answer, close } = await openLoopbackListener(state, minutes)
  try {
    const question = new URLSearchParams({
      response_type: 'code',
      client_id: commandLineClient.clientId,
      redirect_uri: redirect,
      scope: [...scopes, grantedByName].join(' '),
      state,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    })
    show(`${url}${askForConsent.path}?${question}`)
    const parameters = await answer
    // RFC 9207: another server's answer is not taken for this one's.
    if (parameters.get('iss') !== issuer)
      throw new Failure(`The answer does not come from ${issuer}. Nothing was done.`)
    if (parameters.get('error') === 'access_denied')
      throw new Failure('It was refused in the browser. Nothing was done.')
    const code = parameters.get('code')
    if (code === null) throw new Failure(`The server gives no access: ${parameters.get('error_description') ?? '-'}`)
    return await exchangeCode(url, code, redirect, verifier)
  } finally {
    close()
  }
}
