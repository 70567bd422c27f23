import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressFor, parseAddress } from '#api/event-store/address.ts'
import { Unfit } from '#api/event-store/unfit.ts'

const refusalOf = (url: string): string => {
  try {
    parseAddress(url)
  } catch (error) {
    if (error instanceof Unfit) return error.message
    throw error
  }
  throw new Error('it was taken')
}

describe('[D-113] the address of an EventStoreDB', () => {
  test('is what the official client takes', () => {
    expect(parseAddress('esdb://a:2111,b:2112,c:2113?tls=true')).toMatchObject({
      hosts: [
        { address: 'a', port: 2111 },
        { address: 'b', port: 2112 },
        { address: 'c', port: 2113 },
      ],
      tls: true,
    })
    expect(parseAddress('esdb+discover://site%40ledger:p%25w%3A%2F@cluster.example.com')).toMatchObject({
      dnsDiscover: true,
      hosts: [{ address: 'cluster.example.com', port: 2113 }],
      defaultCredentials: { username: 'site@ledger', password: 'p%w:/' },
    })
    expect(parseAddress('esdb://a?tlsCAFile=package.json&keepAliveInterval=5000')).toMatchObject({
      tlsCAFile: 'package.json',
      keepAliveInterval: 5000,
    })
  })

  test.each([
    ['http://a', 'the client expects esdb:// or esdb+discover:// at its character 1'],
    ['esdb://', 'the client expects esdb:// or esdb+discover:// at its character 1'],
    ['esdb://u:secret@', 'the client expects host at its character 17'],
    ['esdb://u:secret@a:port', 'the client expects port number at its character 19'],
    ['esdb://u:secret@a:70000', 'a port is 1 to 65535, not 70000'],
    ['esdb://u:secret@[::1]:2113', 'the client expects host at its character 17'],
    ['esdb://u:secret@a?tls=maybe', 'the client expects true or false at its character 23'],
    ['esdb://u:secret@a?nodePreference=best', /^the client expects leader or follower/],
    ['esdb://u:secret@a?tsl=true', 'the client does not know its parameter "tsl"'],
    ['esdb://u:secret@a?tlsVerifyCert=false', 'the client verifies every certificate: name the CA by tlsCAFile'],
    ['esdb://u:secret@a?tlsCAFile=/no/such.crt', 'there is no file /no/such.crt, which it names as tlsCAFile'],
    ['esdb://u:secret%zz@a', /^before the @ stand user:password, percent-encoded/],
    ['esdb://u:secret:more@a', /^before the @ stand user:password, percent-encoded/],
    ['esdb://u:secret@more@a', /^before the @ stand user:password, percent-encoded/],
    ['esdb://u@a', /^before the @ stand user:password, percent-encoded/],
  ])('%s is refused with a word, and the password is not printed', (url, why) => {
    const printed = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => printed.mockRestore())

    const said = refusalOf(url)

    expect(said.replace(/^EVENTSTORE_URL cannot be used: /, '').replace(/\.$/, '')).toMatch(why)
    expect(said).not.toMatch(/secret|\n/)
    expect(printed).not.toHaveBeenCalled()
  })

  test('of a cluster leads to its leader, where it does not say otherwise', () => {
    expect(addressFor('esdb://a:1,b:2?tls=false')).toBe('esdb://a:1,b:2?tls=false&nodePreference=leader')
    expect(addressFor('esdb+discover://a')).toBe('esdb+discover://a?nodePreference=leader')
    expect(addressFor('esdb://a:1,b:2?nodePreference=follower')).toBe('esdb://a:1,b:2?nodePreference=follower')
    expect(addressFor('esdb://a:1')).toBe('esdb://a:1')
  })
})
