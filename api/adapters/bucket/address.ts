import { isLoopback } from '../loopback.ts'

/** Where objects lie. `prefix` is empty or ends with a slash; without an endpoint it is Amazon's own. */
export type BucketAddress = {
  bucket: string
  prefix: string
  endpoint: string | undefined
  region: string | undefined
  pathStyle: boolean
}

/** What an address may look like, for the person who sets one. */
export const bucketAddressAllowed = 's3://bucket/prefix?endpoint=https://host:port&region=eu-1&pathStyle=true'

const parameters = new Set(['endpoint', 'region', 'pathStyle'])
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixOfSegments = /^(\/[\w.!*'()-]+)*\/?$/

/** Credentials have no place here: addresses are shown. In clear, bytes go over this machine alone. */
const isEndpoint = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, href, origin } = new URL(value)
  return href === `${origin}/` && (protocol === 'https:' || (protocol === 'http:' && isLoopback(value)))
}

/** Reads `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true`; undefined for what is no such address. */
export const parseBucketAddress = (value: string): BucketAddress | undefined => {
  const [, bucket = '', path = '', query = ''] = /^s3:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?$/.exec(value) ?? []
  const asked = new URLSearchParams(query)
  const endpoint = asked.get('endpoint') ?? undefined
  const pathStyle = asked.get('pathStyle') ?? 'false'
  const isWhole =
    bucketName.test(bucket) &&
    prefixOfSegments.test(path) &&
    !path.split('/').some((segment) => segment === '.' || segment === '..') &&
    [...asked.keys()].every((name) => parameters.has(name)) &&
    (endpoint === undefined || isEndpoint(endpoint)) &&
    ['true', 'false'].includes(pathStyle)
  if (!isWhole) return undefined
  const prefix = path.replace(/^\/|\/$/g, '')
  return {
    bucket,
    prefix: prefix && `${prefix}/`,
    endpoint,
    region: asked.get('region') ?? undefined,
    pathStyle: pathStyle === 'true',
  }
}

/** Whether one of two addresses lies in the other, so that what lists or empties the one would reach the other. */
export const overlap = (one: BucketAddress, other: BucketAddress): boolean =>
  one.bucket === other.bucket &&
  one.endpoint === other.endpoint &&
  (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix))
