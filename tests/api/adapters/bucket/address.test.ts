import { describe, expect, it } from 'vitest'
import { overlap, parseBucketAddress } from '#api/adapters/bucket/address.ts'

const addressOf = (text: string) => {
  const address = parseBucketAddress(text)
  if (!address) throw new Error(`${text} is no address`)
  return address
}

describe('the address of a bucket', () => {
  it('names bucket, prefix, endpoint, region and style', () => {
    expect(
      parseBucketAddress('s3://our-files/site/one?endpoint=https://s3.example.com:8443&region=eu-1&pathStyle=true'),
    ).toEqual({
      bucket: 'our-files',
      prefix: 'site/one/',
      endpoint: 'https://s3.example.com:8443',
      region: 'eu-1',
      pathStyle: true,
    })
  })

  it('is of Amazon and of the whole bucket unless it says otherwise', () => {
    const whole = { bucket: 'our-files', prefix: '', endpoint: undefined, region: undefined, pathStyle: false }
    expect(parseBucketAddress('s3://our-files')).toEqual(whole)
    expect(parseBucketAddress('s3://our-files/')).toEqual(whole)
  })

  it.each([
    ['s3:our-files', 'no bucket'],
    ['s3://', 'no bucket'],
    ['s3://Our_Files', 'no name of a bucket'],
    ['s3://key:secret@our-files', 'credentials'],
    ['s3://our-files/a//b', 'an empty segment'],
    ['s3://our-files/a/../b', 'a way up'],
    ['s3://our-files/a%20b', 'an escape'],
    ['s3://our-files#a', 'a fragment'],
    ['s3://our-files?endpoint=http://s3.example.com', 'in clear over a network'],
    ['s3://our-files?endpoint=https://key:secret@s3.example.com', 'credentials'],
    ['s3://our-files?endpoint=https://s3.example.com/path', 'a path in the endpoint'],
    ['s3://our-files?endpoint=s3.example.com', 'no scheme'],
    ['s3://our-files?pathStyle=yes', 'neither true nor false'],
    ['s3://our-files?accessKey=abc', 'a parameter that nobody reads'],
  ])('is not %s: %s', (text) => {
    expect(parseBucketAddress(text)).toBeUndefined()
  })

  it('may speak in clear to this machine', () => {
    expect(addressOf('s3://our-files?endpoint=http://127.0.0.1:9000').endpoint).toBe('http://127.0.0.1:9000')
  })
})

describe('two addresses', () => {
  it.each([
    ['s3://our-files/content', 's3://our-files/content/', true],
    ['s3://our-files', 's3://our-files/keys', true],
    ['s3://our-files/a/b', 's3://our-files/a', true],
    ['s3://our-files/content', 's3://our-files/content-2', false],
    ['s3://our-files/content', 's3://other-files/content', false],
    ['s3://our-files/a?endpoint=https://one.example', 's3://our-files/a?endpoint=https://two.example', false],
  ])('%s and %s overlap: %s', (one, other, expected) => {
    expect(overlap(addressOf(one), addressOf(other))).toBe(expected)
    expect(overlap(addressOf(other), addressOf(one))).toBe(expected)
  })
})
