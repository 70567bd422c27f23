import { describe, expect, test } from 'vitest'
import { isRedirectUri, RedirectUris, redirectInvalid } from '#schemas/rights/redirect-uri.ts'

describe('a redirect', () => {
  test.each([
    'https://example.com',
    'https://example.com/callback?from=siteledger&x=%20',
    'https://sub.example.co.uk:8443/cb',
    'https://[2001:db8::1]/cb',
    'http://localhost/cb',
    'http://localhost:3000',
    'http://127.0.0.1:8080/cb',
    'http://[::1]:1/cb',
    'com.example.app:/callback',
    'com.example.app://callback/done',
  ])('may be %s', (text) => {
    expect(isRedirectUri(text)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['a path', '/callback'],
    ['without a host', 'https:///callback'],
    ['with one slash', 'https:/example.com'],
    ['http elsewhere', 'http://example.com/cb'],
    ['http on a name that begins like this machine', 'http://localhost.example.com/cb'],
    ['http on another form of the same address', 'http://127.1/cb'],
    ['http on all addresses', 'http://0.0.0.0/cb'],
    ['with a fragment', 'https://example.com/cb#here'],
    ['with an empty fragment', 'https://example.com/cb#'],
    ['with user info', 'https://ann@example.com/cb'],
    ['with a host that looks like user info', 'http://localhost@example.com/cb'],
    ['with user info after a private scheme', 'com.example.app://ann@callback'],
    ['with a port that there is not', 'http://127.0.0.1:99999/cb'],
    ['with a port that is no number', 'https://example.com:port/cb'],
    ['with a backslash', 'https://example.com\\@example.org/cb'],
    ['with a tab', 'https://exam\tple.com/cb'],
    ['with a blank', 'https://example.com/a b'],
    ['with letters that look alike', 'https://exämple.com/cb'],
    ['with a scheme without a dot', 'myapp:/callback'],
    ['a script', 'javascript:alert(1)'],
    ['a script with a dot', 'javascript.alert:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['longer than 2000 characters', `https://example.com/${'x'.repeat(2000)}`],
  ])('may not be %s', (_, text) => {
    expect(isRedirectUri(text)).toBe(false)
  })

  test('stays as it was written, and is one of up to ten', () => {
    const several = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`)
    const errorOf = (text: string) => RedirectUris.safeParse(text).error?.issues.map(({ message }) => message)

    expect(RedirectUris.parse(' https://Example.com/a/../b , com.example:/cb,com.example:/cb')).toEqual([
      'https://Example.com/a/../b',
      'com.example:/cb',
    ])
    expect(RedirectUris.parse(several(10).join())).toHaveLength(10)
    expect(errorOf(several(11).join())).toEqual(['The redirect may not hold more than 10 addresses.'])
    expect(errorOf('https://example.com/,')).toEqual([redirectInvalid])
    expect(errorOf('')).toEqual(['The redirect field is required.'])
  })
})
