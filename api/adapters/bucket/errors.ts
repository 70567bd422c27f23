/** The bucket cannot be reached, or cannot answer at the moment; trying again may help. */
export class BucketAway extends Error {
  override name = 'BucketAway'
}

/** The bucket refuses for as long as nobody changes something. The message is one line that says what to do. */
export class BucketRefused extends Error {
  override name = 'BucketRefused'
}

type Failure = Error & { $metadata?: { httpStatusCode?: number }; code?: string }

/** What to do about a refusal, by the name of its error. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^NoSuchBucket$/, 'there is no such bucket: make it, or name another'],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)$/,
    'the key or its secret is wrong: set the AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY that belong to it',
  ],
  [
    /^(CredentialsProviderError|TokenProviderError)$/,
    'nothing says who asks: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role',
  ],
  [/^RequestTimeTooSkewed$/, 'the clocks of this machine and of the bucket are more than 15 minutes apart: set them'],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    'it is elsewhere: set the region and the endpoint that it has',
  ],
]
const noRight = 'that is not allowed: give the right to read, list, write and delete objects there'
/** Bytes were damaged on their way. */
const damaged = /^(XAmzContentSHA256Mismatch|BadDigest|RequestTimeout)$/
const untrusted = /certificate|CERT_|self.signed|wrong version number|EPROTO/i

/** Why the server is taken to refuse for good, as what to do; undefined if it may answer otherwise later. */
const refusalIn = ({ name, message, code = '', $metadata }: Failure): string | undefined => {
  const status = $metadata?.httpStatusCode ?? 0
  const known = refusals.find(([sign]) => sign.test(name))?.[1]
  if (known || damaged.test(name)) return known
  if (status === 401 || status === 403) return noRight
  if (untrusted.test(`${code} ${message}`)) return `its certificate is not one that this machine trusts (${message})`
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? `it says ${name}: ${message}` : undefined
}

/**
 * What an error of the client means, in one line that names the bucket and what was tried, such as "a write".
 */
export const bucketErrorOf = (error: Failure, where: string, action: string): BucketAway | BucketRefused => {
  const refusal = refusalIn(error)
  const [why] = error.message.replace(/^@smithy\/\S+ - (\[ERROR\] )?/, '').split('\n')
  return refusal === undefined
    ? new BucketAway(`${where} does not answer: ${why}`, { cause: error })
    : new BucketRefused(`${where} refuses ${action}: ${refusal}.`, { cause: error })
}
