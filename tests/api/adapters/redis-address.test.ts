import { expect, test } from 'vitest'
import { isRedisAddress, redisServers, sentinelOptions } from '#api/adapters/redis-address.ts'

const address = 'redis+sentinel://us%40er:pass%2Fword@a:26379,b,[::1]:26380/main/3?sentinelPassword=s%26x&tls=true'

test('an address with Sentinels is read into what a client needs, percent-decoded', () => {
  expect(sentinelOptions(address)).toStrictEqual({
    sentinels: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 26379 },
      { host: '::1', port: 26380 },
    ],
    name: 'main',
    db: 3,
    username: 'us@er',
    password: 'pass/word',
    sentinelPassword: 's&x',
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
    failoverDetector: true,
  })
  expect(redisServers(address)[1]).toBe('rediss://us%40er:pass%2Fword@b')
})

test('an address of one Redis is left to the client', () => {
  expect(sentinelOptions('rediss://:secret@host:6379/2')).toBeUndefined()
  expect(redisServers('rediss://:secret@host:6379/2')).toEqual(['rediss://:secret@host:6379/2'])
})

test.each([
  ['redis://host', true],
  ['rediss://user:password@host:6379/2', true],
  [address, true],
  ['redis+sentinel://a,b/main', true],
  ['redis+sentinel://a,b/main?tls=false', true],
  ['redis+sentinel://a,b', false],
  ['redis+sentinel://a:none/main', false],
  ['redis+sentinel://a,b/main/first', false],
  ['redis+sentinel://a,b/main?tls=yes', false],
  ['redis+sentinel://a,b/main?password=x', false],
  ['redis+sentinel://user:100%@a/main', false],
  ['http://host', false],
])('%s can be used: %s', (tried, isUsable) => {
  expect(isRedisAddress(tried)).toBe(isUsable)
})
