import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { authenticatorUrl, newAuthenticatorSecret, stepOfCode } from '#api/adapters/authenticator-app.ts'

// The secret and codes of RFC 6238, appendix B; the last six of its eight digits.
const secret = Secret.fromLatin1('12345678901234567890').base32

describe('an authenticator app', () => {
  test.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [2000000000, '279037', 66666666],
  ])('at second %i shows %s, of step %i (RFC 6238)', (second, code, step) => {
    expect(stepOfCode(secret, code, new Date(second * 1000))).toBe(step)
  })

  test('may be one period early or late, and no more', () => {
    const at = (second: number) => stepOfCode(secret, '287082', new Date(second * 1000))

    expect([at(0), at(59), at(89)]).toEqual([1, 1, 1])
    expect(at(90)).toBeUndefined()
  })

  test.each(['', '28708', '2870822', '28708a', '287 082'])('never shows %j', (code) => {
    expect(stepOfCode(secret, code, new Date(59_000))).toBeUndefined()
  })

  test('is set up by an address that says whose account it is', () => {
    const url = new URL(authenticatorUrl(secret, 'ann@example.com'))

    expect([url.protocol, url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      secret,
      'Siteledger',
    ])
    expect(decodeURIComponent(url.pathname)).toContain('ann@example.com')
  })

  test('has a secret of 160 bits, another one each time', () => {
    const one = newAuthenticatorSecret()
    const other = newAuthenticatorSecret()

    expect(Secret.fromBase32(one).bytes).toHaveLength(20)
    expect(one).not.toBe(other)
  })
})
